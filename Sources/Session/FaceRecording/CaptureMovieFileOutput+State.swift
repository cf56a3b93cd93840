// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureMovieFileOutput {
    /// Where a recording is in its life; decides without doing anything itself what a request leads to.
    public struct State: Sendable, Hashable {
        /// Where a recording is in its life.
        public enum Phase: Sendable, Hashable {
            /// It has not begun.
            case unknown
            /// Samples are written.
            case running
            /// Samples are left out until it goes on; the pause takes no time in the movie.
            case paused
            /// The movie is whole.
            case completed
            /// It could not begin, or writing failed; what was written is kept.
            case failed(FacecapError)
            /// The movie was thrown away.
            case cancelled
        }

        /// What is to be done now.
        enum Action: Hashable {
            case pause, resume, finalize, remove
            /// Nothing: it is so already.
            case none
            /// The request makes no sense now.
            case refuse(FacecapError)
        }

        /// Where it is.
        public private(set) var phase = Phase.unknown

        /// Whether it has begun and not ended.
        public var isActive: Bool { phase == .running || phase == .paused }

        mutating func start() { phase = .running }

        mutating func pause() -> Action {
            switch phase {
            case .running:
                phase = .paused
                return .pause
            case .paused: return .none
            default: return refusal("pause")
            }
        }

        mutating func resume() -> Action {
            switch phase {
            case .paused:
                phase = .running
                return .resume
            case .running: return .none
            default: return refusal("resume")
            }
        }

        mutating func stop() -> Action {
            guard isActive else { return .none }
            phase = .completed
            return .finalize
        }

        mutating func cancel() -> Action {
            guard isActive else { return .none }
            phase = .cancelled
            return .remove
        }

        /// What was recorded is thrown away, also where it is whole.
        mutating func discard() { phase = .cancelled }

        /// Writing failed: whatever was written stays.
        mutating func fail(_ error: FacecapError) {
            if isActive || phase == .completed { phase = .failed(error) }
        }

        /// What is said where there is nothing to `act` on, such as "pause".
        func refusal(_ act: String) -> Action {
            .refuse(FacecapError(.invalidState, "There is no recording to \(act)."))
        }
    }
}
