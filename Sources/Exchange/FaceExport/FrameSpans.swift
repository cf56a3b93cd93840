// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// From when to when the frames of a movie or a run are shown, in microseconds: each until the next one, or until
/// nothing is known of what follows.
struct FrameSpans {
    /// A stretch of time.
    typealias Span = (start: Int64, end: Int64)

    private let info: FaceExportFormat.Info
    private let microseconds: @Sendable (MediaTime) -> Int64
    /// When the last frame began.
    private(set) var start: Int64?
    /// Where it ends, as its stream says.
    private var statedEnd: Int64?
    /// Where it ends at the latest; `nil` where it lasts until the next one.
    private var latestEnd: Int64?
    /// How long the frame before it lasted.
    private var interval: Int64?
    /// Whether the frames broke off, so that the last one is not the last one of the movie.
    private var hasFailed = false

    /// No frames yet.
    ///
    /// - Parameter microseconds: how times are rounded.
    init(
        _ info: FaceExportFormat.Info, microseconds: @escaping @Sendable (MediaTime) -> Int64
    ) {
        self.info = info
        self.microseconds = microseconds
    }

    /// Whether it is not known what follows the last frame.
    var isBroken: Bool { latestEnd != nil }

    /// Takes the next frame; the span of the one before it, `nil` for the first.
    mutating func append(_ observation: FaceObservation) -> Span? {
        let now = microseconds(observation.presentationTime)
        let span: Span? = start.map { ($0, max($0, min(latestEnd ?? now, now))) }
        interval = span.map { $0.end - $0.start }
        (start, latestEnd) = (now, nil)
        statedEnd = observation.end.map(microseconds)
        return span
    }

    /// Takes what is not in the frames: of what follows a gap or a loss nothing is known.
    mutating func append(_ event: StreamEvent) {
        guard let start else { return }
        switch event {
        case .gap(let beginning, _):
            latestEnd = min(latestEnd ?? .max, max(start, microseconds(beginning)))
        case .interrupted, .lost: latestEnd = min(latestEnd ?? .max, start + usualInterval)
        case .error: hasFailed = true
        default: break
        }
    }

    /// The span of the last frame, where no other follows; `nil` where there is none.
    var last: Span? {
        start.map { ($0, min(latestEnd ?? .max, endOfLastFrame($0))) }
    }

    /// Where a frame ends that began at `start` and that no other follows: where its stream does not say it, with the
    /// movie; where that is not known either, it lasts as long as the frame before it.
    private func endOfLastFrame(_ start: Int64) -> Int64 {
        func later(_ end: Int64?) -> Int64? { end.flatMap { $0 > start ? $0 : nil } }
        let movieEnd = later(info.duration.map(microseconds))
        let known = statedEnd ?? (hasFailed ? nil : movieEnd)
        let end = later(known) ?? start + usualInterval
        // Nothing is shown beyond the movie's end, and times are rounded.
        return movieEnd.map { end > $0 - 2 ? $0 : end } ?? end
    }

    /// As long as the frame before, or as the frame rate says.
    private var usualInterval: Int64 {
        interval ?? info.usableFrameRate.map { Int64(min(1e6 / $0, 1e12)) } ?? 0
    }
}
