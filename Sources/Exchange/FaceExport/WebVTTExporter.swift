// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// WebVTT for `<track kind="metadata">`: one cue a frame, shown from the frame's time stamp to the
/// next one's or to the gap before that, whose text is the frame's `faces` record of the stream contract. A marker's
/// cue comes after that of the frame that is shown then, and ends with it.
struct WebVTTExporter: FaceExporter {
    private let info: FaceExportFormat.Info
    private var encoder: FaceStreamEncoder
    private var frames: FrameSpans
    /// The record of the last frame, which waits for the next one to tell its end.
    private var record: [UInt8] = []
    /// Markers since then, with their times in microseconds.
    private var markers: [(time: Int64, record: [UInt8])] = []

    init(_ info: FaceExportFormat.Info) {
        self.info = info
        frames = FrameSpans(info, microseconds: Self.microseconds)
        encoder = .withoutClock(includesLandmarks: info.includesLandmarks)
    }

    mutating func begin() -> [UInt8] {
        Array("WEBVTT\n\nNOTE ".utf8) + Self.escaped(encoder.session(info.streamHeader))
    }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        let span = frames.append(observation)
        let bytes = cues(over: span)
        record = encoder.faces(
            observation, transform: displayedFromStored,
            nowNanoseconds: observation.captureNanoseconds)
        return bytes
    }

    mutating func append(_ event: StreamEvent) -> [UInt8] {
        frames.append(event)
        if case .marker(_, let time) = event {
            let record = Self.escaped(encoder.event(event, at: time))
            markers.append((Self.microseconds(time), record))
        }
        return []
    }

    mutating func finish(reason: String) -> [UInt8] { cues(over: frames.last) }

    /// Those of the last frame, if there is one, and of the markers since then.
    private mutating func cues(over span: FrameSpans.Span?) -> [UInt8] {
        defer { markers = [] }
        return (span.map { Self.cue(from: $0.start, to: $0.end, record) } ?? [])
            + markers.flatMap { Self.cue(from: $0.time, to: span?.end ?? 0, $0.record) }
    }

    /// Times are cut to milliseconds, so that at its own time stamp a frame's cue is the one shown; a
    /// cue lasts a millisecond at least, as one that ends where it starts is never shown.
    private static func cue(from start: Int64, to end: Int64, _ record: [UInt8]) -> [UInt8] {
        let start = start / 1000
        let end = max(start + 1, end / 1000)
        return Array("\n\(clock(start)) --> \(clock(end))\n".utf8) + record
    }

    /// Comments and cues have no `-->`; in JSON the sign is only ever part of a name or a text.
    private static func escaped(_ record: [UInt8]) -> [UInt8] {
        record.flatMap { $0 == UInt8(ascii: ">") ? Array(#"\u003e"#.utf8) : [$0] }
    }

    /// WebVTT has no time before 0.
    private static func microseconds(_ time: MediaTime) -> Int64 { max(0, time.nanoseconds / 1000) }

    private static func clock(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        return parts.map { String($0, paddedTo: 2) }.joined(separator: ":") + "."
            + String(milliseconds % 1000, paddedTo: 3)
    }
}
