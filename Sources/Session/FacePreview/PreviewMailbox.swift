// SPDX-License-Identifier: Apache-2.0
import FaceValues
import SystemSupport

/// What waits for a preview's thread: of each camera the newest frame.
final class PreviewMailbox: Sendable {
    /// What is taken out at once.
    struct Delivery {
        /// Of each camera, where there is a new one.
        var frames: [Preview.Frame?]
        var messages: [String]
        var delegate: (any Preview.Delegate)?
    }

    private struct State {
        var content: Delivery
        /// Whether the display is open, or why it is not; `nil` until that is known.
        var opening: Result<Void, FacecapError>?
        var isClosing = false
        var passedByCount = 0
    }

    /// Messages that may wait.
    private static let messageCapacity = 8

    private let state: Monitor<State>

    init(cameraCount: Int) {
        let frames = [Preview.Frame?](repeating: nil, count: cameraCount)
        state = Monitor(State(content: Delivery(frames: frames, messages: [])))
    }

    /// Frames that were replaced before anybody took them.
    var passedByCount: Int { state.withLock { $0.passedByCount } }

    func put(_ frame: Preview.Frame, camera: Int) {
        state.withLock { state in
            guard state.content.frames.indices.contains(camera), !state.isClosing else { return }
            if state.content.frames[camera] != nil { state.passedByCount += 1 }
            state.content.frames[camera] = frame
        }
    }

    func put(_ message: String) {
        state.withLock { state in
            if state.content.messages.count == Self.messageCapacity {
                state.content.messages.removeFirst()
            }
            state.content.messages.append(message)
        }
    }

    func set(_ delegate: (any Preview.Delegate)?) {
        state.withLock { $0.content.delegate = delegate }
    }

    /// Waits for something new, from `earliest` on, until `deadline`; `nil` once it is closing.
    func next(earliest: Int64, deadline: Int64, now: () -> Int64) -> Delivery? {
        _ = state.wait(untilNanoseconds: deadline) { state -> Void? in
            if state.isClosing { return () }
            let hasNews = state.content.frames.contains { $0 != nil }
            return hasNews && now() >= earliest ? () : nil
        }
        return state.withLock { state in
            guard !state.isClosing else { return nil }
            var delivery = state.content
            if now() < earliest {
                delivery.frames = delivery.frames.map { _ in nil }
            } else {
                state.content.frames = state.content.frames.map { _ in nil }
            }
            state.content.messages = []
            return delivery
        }
    }

    // MARK: Life

    /// Says that the display is open, or why it is not.
    func open(_ failure: FacecapError?) {
        let opening: Result<Void, FacecapError> =
            if let failure { .failure(failure) } else { .success(()) }
        state.withLock { $0.opening = opening }
    }

    /// Waits for the display; throws why there is none.
    func waitUntilOpen() throws(FacecapError) { try state.wait { $0.opening }.get() }

    /// Ends the thread soon.
    func close() {
        state.withLock { state in
            state.isClosing = true
            state.content.delegate = nil
        }
    }
}
