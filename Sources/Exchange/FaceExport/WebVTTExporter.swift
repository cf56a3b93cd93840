// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// WebVTT for `<track kind="metadata">`: one cue a frame, shown from the frame's time stamp to the
/// next one's or to the gap before that, whose text is the frame's `faces` record of the stream contract.
struct WebVTTExporter: FaceExporter {
    /// A frame that waits for the next one to tell its end.
    private struct Cue {
        let microseconds: Int64
        /// Where it ends, as its stream says, in microseconds.
        let end: Int64?
        let text: [UInt8]
    }

    private let info: FaceExportFormat.Info
    private var encoder: FaceStreamEncoder
    private var cue: Cue?
    /// Where the cue ends at the latest, in microseconds; `nil` where it lasts until the next one.
    private var latestEnd: Int64?
    private var lastInterval: Int64?
    /// Whether the frames broke off, so that the last one is not the last one of the movie.
    private var hasFailed = false

    init(_ info: FaceExportFormat.Info) {
        self.info = info
        encoder = .withoutClock(includesLandmarks: info.includesLandmarks)
    }

    mutating func begin() -> [UInt8] {
        var bytes = Array("WEBVTT\n\nNOTE ".utf8)
        for byte in encoder.session(info.streamHeader) {
            // A comment ends where `-->` stands; in JSON the sign is only ever part of a name.
            if byte == UInt8(ascii: ">") {
                bytes += Array(#"\u003e"#.utf8)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        let start = Self.microseconds(observation.presentationTime)
        let bytes = endCue(at: start)
        cue = Cue(
            microseconds: start, end: observation.end.map(Self.microseconds),
            text: encoder.faces(
                observation, transform: displayedFromStored,
                nowNanoseconds: observation.captureNanoseconds))
        return bytes
    }

    /// Where nothing is known of what follows, the cue does not last until the next one.
    mutating func append(_ event: StreamEvent) -> [UInt8] {
        guard let cue else { return [] }
        switch event {
        case .gap(let start, _): latestEnd = min(latestEnd ?? .max, Self.microseconds(start))
        case .error: hasFailed = true
        case .interrupted, .lost:
            latestEnd = min(
                latestEnd ?? .max, cue.microseconds + (nominalInterval ?? lastInterval ?? 0))
        default: break
        }
        return []
    }

    /// The last frame ends where its stream says, or with the movie; where neither is known, it lasts as long as the one
    /// before it or as the frame rate says.
    mutating func finish(reason: String) -> [UInt8] {
        guard let cue else { return [] }
        let movieEnd = hasFailed ? nil : info.duration.map(Self.microseconds)
        if let known = cue.end ?? movieEnd, known > cue.microseconds { return endCue(at: known) }
        return endCue(at: cue.microseconds + (lastInterval ?? nominalInterval ?? 0))
    }

    private mutating func endCue(at end: Int64) -> [UInt8] {
        guard let cue else { return [] }
        let end = min(end, latestEnd ?? end)
        lastInterval = end - cue.microseconds
        (self.cue, latestEnd) = (nil, nil)
        return Self.text(of: cue, until: end)
    }

    private var nominalInterval: Int64? { info.usableFrameRate.map { Int64(min(1e6 / $0, 1e12)) } }

    /// WebVTT has no time before 0.
    private static func microseconds(_ time: MediaTime) -> Int64 { max(0, time.nanoseconds / 1000) }

    /// Times are cut to milliseconds, so that at its own time stamp a frame's cue is the one shown; a
    /// cue lasts a millisecond at least, as one that ends where it starts is never shown.
    private static func text(of cue: Cue, until end: Int64) -> [UInt8] {
        let start = cue.microseconds / 1000
        let timing = "\n\(clock(start)) --> \(clock(max(start + 1, end / 1000)))\n"
        return Array(timing.utf8) + cue.text
    }

    private static func clock(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        return parts.map { String($0, paddedTo: 2) }.joined(separator: ":") + "."
            + String(milliseconds % 1000, paddedTo: 3)
    }
}
