// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension FaceTrackReader {
    /// The faces of a movie's frames, asked for in the order in which they are shown.
    ///
    /// Used by one thread at a time.
    public struct Timeline: Sendable {
        private var cursor: Cursor
        private var next: Element?
        private var current: Frame?
        private var isAtEnd = false

        /// Room for the rounding of times between the scales of two tracks: less than half a frame.
        private var tolerance: Int64 {
            guard let duration = current?.duration.nanoseconds, duration > 0 else {
                return 1_000_000
            }
            return min(1_000_000, (duration - 1) / 2)
        }

        /// The track from its beginning on.
        public init(_ reader: FaceTrackReader) { cursor = reader.frames() }

        /// What is known of the frame that is shown at `time`; `nil` where the track says nothing of it.
        ///
        /// - Parameter time: on the time line of the movie, not before the one asked for last. If an edit begins
        ///   between two frames, times count from the first frame that is shown, as in FFmpeg.
        /// - Throws: what ``FaceTrackReader/Cursor/next()`` throws.
        public mutating func observation(at time: MediaTime) throws(FacecapError)
            -> FaceObservation?
        {
            let time = time.advanced(by: cursor.delay)
            while let element = try peek(), isOver(at: element.start, by: time) {
                if case .frame(let frame) = element { current = frame } else { current = nil }
                next = nil
            }
            // The track may end before the frames do.
            if let end = current?.end, isOver(at: end, by: time) { current = nil }
            return current?.observation
        }

        /// What users should know of the samples so far that make no sense; `nil` where all of them do.
        package var warning: FacecapError? { cursor.warning }

        /// Whether what holds until `end` holds no more.
        private func isOver(at end: MediaTime, by time: MediaTime) -> Bool {
            let limit = time.nanoseconds.addingReportingOverflow(tolerance)
            return limit.overflow || end.nanoseconds <= limit.partialValue
        }

        private mutating func peek() throws(FacecapError) -> Element? {
            if next == nil, !isAtEnd {
                next = try cursor.next()
                isAtEnd = next == nil
            }
            return next
        }
    }
}

extension FaceTrackReader.Frame {
    /// When it is over; `nil` where the track does not say.
    fileprivate var end: MediaTime? {
        duration > .zero ? observation.presentationTime.advanced(by: duration) : nil
    }
}

extension FaceTrackReader.Element {
    /// When it begins, on the time line of the movie.
    package var start: MediaTime {
        switch self {
        case .frame(let frame): frame.observation.presentationTime
        case .gap(let start, _): start
        }
    }
}
