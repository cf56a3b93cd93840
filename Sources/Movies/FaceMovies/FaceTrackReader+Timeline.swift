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

        /// Room for the rounding of times between the scales of two tracks.
        private static var tolerance: Int64 { 1_000_000 }

        /// The track from its beginning on.
        public init(_ reader: FaceTrackReader) { cursor = reader.frames() }

        /// What is known of the frame that is shown at `time`; `nil` where the track says nothing of it.
        ///
        /// - Parameter time: on the time line of the movie, not before the one asked for last.
        /// - Throws: what ``FaceTrackReader/Cursor/next()`` throws.
        public mutating func observation(at time: MediaTime) throws(FacecapError)
            -> FaceObservation?
        {
            let limit = time.nanoseconds.addingReportingOverflow(Self.tolerance)
            while let element = try peek(),
                limit.overflow || element.start.nanoseconds <= limit.partialValue
            {
                if case .frame(let frame) = element { current = frame } else { current = nil }
                next = nil
            }
            // The track may end before the frames do.
            if let end = current?.end, limit.overflow || end.nanoseconds <= limit.partialValue {
                current = nil
            }
            return current?.observation
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
