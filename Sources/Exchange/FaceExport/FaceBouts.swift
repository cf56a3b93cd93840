// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// From when to when something is so of each face, for the tools of people who code behavior.
struct FaceBouts {
    /// What is coded of a face.
    enum Tier: Int {
        /// Whether it is in view.
        case presence
        /// Where the head points to.
        case direction
        /// Blinks.
        case eyes
        /// Whether the mouth is open.
        case mouth
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
        var name: String {
            switch tier {
            case .presence: "face \(faceID)"
            case .direction: "face \(faceID) head"
            case .eyes: "face \(faceID) eyes"
            case .mouth: "face \(faceID) mouth"
            }
        }
    }

    private struct Key: Hashable {
        let faceID: Int
        let tier: Tier
    }

    /// The height of the opening of a mouth that is open, in its widths.
    private static let openMouth = 0.2

    private let info: FaceExportFormat.Info
    private var bouts: [Key: [Bout]] = [:]
    private var open: [Key: (start: Int64, value: String)] = [:]
    private var frames: FrameSpans
    /// They have no length.
    private var markers: [Bout] = []

    init(_ info: FaceExportFormat.Info) {
        self.info = info
        frames = FrameSpans(info, microseconds: Self.microseconds)
    }

    /// Takes a frame.
    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) {
        let now = Self.microseconds(observation.presentationTime)
        if let last = frames.start, now <= last { return }
        let isBroken = frames.isBroken
        if let span = frames.append(observation), isBroken { endAll(at: span.end) }
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

    /// Takes what is not in the frames.
    mutating func append(_ event: StreamEvent) {
        frames.append(event)
        guard case .marker(let text, let time) = event else { return }
        let now = Self.microseconds(time)
        markers.append(Bout(start: now, end: now, value: text))
    }

    /// Ends with the last frame, and gives what lasted how long: tiers in the order of faces, markers in that of time,
    /// and the end in microseconds.
    mutating func finish() -> (tiers: [TierOfFace], markers: [Bout], end: Int64) {
        let end = frames.last?.end ?? 0
        endAll(at: end)
        let tiers = bouts.map {
            TierOfFace(faceID: $0.key.faceID, tier: $0.key.tier, bouts: $0.value)
        }.sorted { ($0.faceID, $0.tier.rawValue) < ($1.faceID, $1.tier.rawValue) }
        bouts = [:]
        return (tiers, markers, max(end, info.duration.map(Self.microseconds) ?? 0))
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

extension [FaceBouts.Bout] {
    /// Markers, each a millisecond after the one before it at least: in a tier no two of them may be at one time.
    var apart: [FaceBouts.Bout] {
        var earliest: Int64 = 0
        return map { marker in
            let time = Swift.max(marker.start, earliest)
            earliest = time + 1000
            return FaceBouts.Bout(start: time, end: time, value: marker.value)
        }
    }
}
