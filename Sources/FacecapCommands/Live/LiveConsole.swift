import Facecap
import Synchronization

/// What people read on standard error during a run: messages, and in between how far it is.
final class LiveConsole: Sendable {
    private struct State {
        var progress: (any ProgressDisplay)?
        var frameCount = 0
    }

    private let messages: Messages
    private let state: Mutex<State>

    init(_ messages: Messages, progress: (any ProgressDisplay)?) {
        self.messages = messages
        state = Mutex(State(progress: progress))
    }

    /// Counts a frame of any camera.
    func countFrame() {
        let bar = state.withLock { state in
            state.frameCount += 1
            return state.progress?.update(state.frameCount)
        }
        if let bar { messages.show(bar) }
    }

    /// Tells the user something, in the place of the progress.
    func say(_ message: String) {
        eraseProgress()
        messages.say(message)
    }

    /// Takes the progress away.
    func eraseProgress() {
        if let erasure = state.withLock({ $0.progress?.erasure }) { messages.show(erasure) }
    }
}
