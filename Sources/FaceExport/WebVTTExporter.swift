internal import FaceGeometry
internal import FaceStream
internal import FaceValues

/// WebVTT for `<track kind="metadata">`: one cue a frame, shown from the frame's time stamp to the
/// next one's, whose text is the frame's `faces` record of the stream contract.
struct WebVTTExporter: FaceExporter {
    /// A frame that waits for the next one to tell its end.
    private struct Cue {
        let microseconds: Int64
        let text: [UInt8]
    }

    private let info: FaceExportInfo
    private var encoder: FaceStreamEncoder
    private var cue: Cue?
    private var lastInterval: Int64?

    init(_ info: FaceExportInfo) {
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
        let bytes = cue.map { Self.text(of: $0, until: start) } ?? []
        lastInterval = cue.map { start - $0.microseconds }
        cue = Cue(
            microseconds: start,
            text: encoder.faces(
                observation, transform: displayedFromStored,
                nowNanoseconds: observation.captureNanoseconds))
        return bytes
    }

    mutating func finish(reason: String) -> [UInt8] {
        guard let cue else { return [] }
        self.cue = nil
        return Self.text(of: cue, until: end(of: cue))
    }

    /// The last frame lasts as long as the one before it; a single one, as long as the frame rate or
    /// the movie's duration say.
    private func end(of cue: Cue) -> Int64 {
        if let lastInterval { return cue.microseconds + lastInterval }
        if let rate = info.usableFrameRate {
            return cue.microseconds + Int64(min(1e6 / rate, 1e12))
        }
        return info.duration.map(Self.microseconds) ?? cue.microseconds
    }

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
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let seconds = milliseconds / 1000
        return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(milliseconds % 1000, 3)
    }
}
