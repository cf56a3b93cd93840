// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Knows which recordings of a session go on, and ends the session with the last one.
///
/// Recordings and sources end on threads of their own, in whichever order.
final class ActiveRecordings: Sendable {
    private struct Recording {
        var isOver = false
        var hasSource = true
    }

    private struct State {
        /// One for each camera, in their order.
        var recordings: [Recording]
        /// Why the last recording ended that did so by itself.
        var cause: StopRequest.Cause?

        var hasActive: Bool { recordings.contains { !$0.isOver && $0.hasSource } }
    }

    private let state: Mutex<State>
    private let stopRequest: StopRequest

    init(count: Int, stopRequest: StopRequest) {
        state = Mutex(State(recordings: Array(repeating: Recording(), count: count)))
        self.stopRequest = stopRequest
    }

    /// One recording for each camera, whose observer tells when its source is over.
    convenience init(of observers: [CameraObserver], stopRequest: StopRequest) {
        self.init(count: observers.count, stopRequest: stopRequest)
        for (index, observer) in observers.enumerated() {
            observer.watchEnd { self.endOfSource(index) }
        }
    }

    /// A recording goes on with another file. One whose source is over only writes what it has of it.
    func begin(_ index: Int) { state.withLock { $0.recordings[index].isOver = false } }

    /// A recording is over, for the first cause that is told.
    ///
    /// - Parameter cause: why the session should not go on without recordings; `nil` where it may.
    func end(_ index: Int, _ cause: StopRequest.Cause?) {
        let isLast = state.withLock { state in
            guard !state.recordings[index].isOver else { return false }
            state.recordings[index].isOver = true
            state.cause = cause ?? state.cause
            return !state.hasActive
        }
        if isLast, let cause { stopRequest.make(cause) }
    }

    /// No more frames come for a recording, whose last file stays open to the session's end; the session ends by
    /// itself with the last source.
    func endOfSource(_ index: Int) {
        let cause = state.withLock { state in
            state.recordings[index].hasSource = false
            return state.hasActive ? nil : state.cause
        }
        if let cause { stopRequest.make(cause) }
    }
}
