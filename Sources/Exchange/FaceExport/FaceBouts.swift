// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// From when to when something is so of each face, for the tools of people who code behavior.
struct FaceBouts {
    /// What is coded of a face.
    enum Tier: Int, CaseIterable {
        /// Whether it is in view.
        case presence
        /// Where the head points to.
        case direction
        /// Blinks.
        case eyes
        /// Whether the mouth is open.
        case mouth

        /// The tier's name, of a face.
        func name(faceID: Int) -> String {
            switch self {
            case .presence: "face \(faceID)"
            case .direction: "face \(faceID) head"
            case .eyes: "face \(faceID) eyes"
            case .mouth: "face \(faceID) mouth"
            }
        }
    }

    /// A stretch of time, in microseconds of the stream.
    struct Bout: Hashable {
        let start: Int64
        let end: Int64
        let value: String
    }

    /// What is coded of one face.
    struct TierOfFace {
        let faceID: Int
        let tier: Tier
        let bouts: [Bout]

        /// The name that it has in files.
        var name: String { tier.name(faceID: faceID) }
    }

    private struct Key: Hashable, Comparable {
        let faceID: Int
        let tier: Tier

        static func < (a: Key, b: Key) -> Bool {
            (a.faceID, a.tier.rawValue) < (b.faceID, b.tier.rawValue)
        }
    }

    /// The height of the opening of a mouth that is open, in its widths.
    private static let openMouth = 0.2

    private let info: FaceExportFormat.Info
    private var bouts: [Key: [Bout]] = [:]
    private var open: [Key: (start: Int64, value: String)] = [:]
    /// When the last frame began, and how long the one before it lasted.
    private var last: Int64?
    private var interval: Int64?
    /// Where the last frame ends, as its stream says.
    private var lastEnd: Int64?
    /// Where the last frame ends at the latest; `nil` where it lasts until the next one.
    private var latestEnd: Int64?
    /// Whether the frames broke off, so that the last one is not the last one of the movie.
    private var hasFailed = false

    init(_ info: FaceExportFormat.Info) { self.info = info }

    /// Takes a frame.
    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) {
        let now = Self.microseconds(observation.presentationTime)
        if let last, now <= last { return }
        if let latestEnd { endAll(at: min(latestEnd, now)) }
        interval = last.map { min(latestEnd ?? now, now) - $0 } ?? interval
        (last, latestEnd) = (now, nil)
        lastEnd = observation.end.map(Self.microseconds)
        var values: [Key: String] = [:]
        for face in observation.faces {
            let face = displayedFromStored.apply(face)
            values[Key(faceID: face.faceID, tier: .presence)] = "in view"
            values[Key(faceID: face.faceID, tier: .direction)] = direction(face)
            values[Key(faceID: face.faceID, tier: .mouth)] = face.mouthOpenness.flatMap {
                $0 >= Self.openMouth ? "open" : nil
            }
            if let blink = face.blinkNanoseconds, blink >= 1000 {
                let end = now - max(0, face.blinkAgeNanoseconds) / 1000
                let bout = Bout(start: max(0, end - blink / 1000), end: end, value: "blink")
                add(bout, Key(faceID: face.faceID, tier: .eyes))
            }
        }
        for (key, bout) in open where values[key] != bout.value { close(key, at: now) }
        for (key, value) in values where open[key] == nil { open[key] = (now, value) }
    }

    /// Takes what is not in the frames: what follows of a gap is not known.
    mutating func append(_ event: StreamEvent) {
        guard let last else { return }
        switch event {
        case .gap(let start, _):
            latestEnd = min(latestEnd ?? .max, max(last, Self.microseconds(start)))
        case .interrupted, .lost: latestEnd = min(latestEnd ?? .max, last + usualInterval)
        case .error: hasFailed = true
        default: break
        }
    }

    /// Ends with the last frame, and gives what lasted how long: tiers in the order of faces, and the end in
    /// microseconds.
    mutating func finish() -> (tiers: [TierOfFace], end: Int64) {
        let end = last.map { min(latestEnd ?? .max, endOfLastFrame($0)) } ?? 0
        endAll(at: end)
        let tiers = bouts.sorted { $0.key < $1.key }.map {
            TierOfFace(faceID: $0.key.faceID, tier: $0.key.tier, bouts: $0.value)
        }
        bouts = [:]
        return (tiers, max(end, info.duration.map(Self.microseconds) ?? 0))
    }

    /// Where a frame ends that began at `start` and that no other follows: where its stream does not say it, it is shown
    /// until the end of the movie; where that is not known either, it lasts as long as the frame before it.
    private func endOfLastFrame(_ start: Int64) -> Int64 {
        func later(_ end: Int64?) -> Int64? { end.flatMap { $0 > start ? $0 : nil } }
        let movieEnd = later(info.duration.map(Self.microseconds))
        let known = lastEnd ?? (hasFailed ? nil : movieEnd)
        let end = later(known) ?? start + usualInterval
        // Nothing is shown beyond the movie's end, and times are rounded.
        return movieEnd.map { end > $0 - 2 ? $0 : end } ?? end
    }

    /// Left and right are those of the displayed image; `nil` where the angles are not known.
    private func direction(_ face: MetadataFaceObject) -> String? {
        guard let yaw = face.yawAngle else { return nil }
        if abs(yaw) > info.frontalYaw { return yaw > 0 ? "left" : "right" }
        guard let pitch = face.pitchAngle else { return nil }
        return abs(pitch) <= info.frontalPitch ? "front" : pitch > 0 ? "up" : "down"
    }

    /// Files begin at 0; a century is long enough, and leaves room for sums.
    private static func microseconds(_ time: MediaTime) -> Int64 {
        (min(max(0, time.nanoseconds), 3_155_760_000_000_000_000) + 500) / 1000
    }

    private var usualInterval: Int64 {
        interval ?? info.usableFrameRate.map { Int64(min(1e6 / $0, 1e12)) } ?? 0
    }

    private mutating func endAll(at end: Int64) {
        for key in open.keys { close(key, at: end) }
    }

    private mutating func close(_ key: Key, at end: Int64) {
        guard let bout = open.removeValue(forKey: key) else { return }
        add(Bout(start: bout.start, end: end, value: bout.value), key)
    }

    /// Bouts of one tier do not overlap, and last.
    private mutating func add(_ bout: Bout, _ key: Key) {
        let start = max(bout.start, bouts[key]?.last?.end ?? 0)
        guard start < bout.end else { return }
        bouts[key, default: []].append(Bout(start: start, end: bout.end, value: bout.value))
    }
}
