// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// WebVTT for `<track kind="metadata">`: one cue a frame, shown from the frame's time stamp to the
/// next one's or to the gap before that, whose text is the frame's `faces` record of the stream contract.
struct WebVTTExporter: FaceExporter {
    private let info: FaceExportFormat.Info
    private var encoder: FaceStreamEncoder
    private var frames: FrameSpans
    /// The record of the last frame, which waits for the next one to tell its end.
    private var record: [UInt8] = []

    init(_ info: FaceExportFormat.Info) {
        self.info = info
        // WebVTT has no time before 0.
        frames = FrameSpans(info) { max(0, $0.nanoseconds / 1000) }
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
        let span = frames.append(observation)
        let bytes = cue(over: span)
        record = encoder.faces(
            observation, transform: displayedFromStored,
            nowNanoseconds: observation.captureNanoseconds)
        return bytes
    }

    mutating func append(_ event: StreamEvent) -> [UInt8] {
        frames.append(event)
        return []
    }

    mutating func finish(reason: String) -> [UInt8] { cue(over: frames.last) }

    /// Times are cut to milliseconds, so that at its own time stamp a frame's cue is the one shown; a
    /// cue lasts a millisecond at least, as one that ends where it starts is never shown.
    private func cue(over span: FrameSpans.Span?) -> [UInt8] {
        guard let span else { return [] }
        let start = span.start / 1000
        let end = max(start + 1, span.end / 1000)
        return Array("\n\(Self.clock(start)) --> \(Self.clock(end))\n".utf8) + record
    }

    private static func clock(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        return parts.map { String($0, paddedTo: 2) }.joined(separator: ":") + "."
            + String(milliseconds % 1000, paddedTo: 3)
    }
}
