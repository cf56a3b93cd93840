import Facecap
import Synchronization

/// What people read on standard error during a run: messages, and in between how far it is.
final class LiveConsole: Sendable {
    private struct State {
        var progress: (any ProgressDisplay)?
        var frameCount = 0
        var preview: LivePreview?
        /// What is said once the preview has given the terminal back.
        var held: [String] = []
    }

    /// Messages that may wait for the terminal.
    private static let heldCapacity = 100

    private let messages: Messages
    private let state: Mutex<State>

    init(_ messages: Messages, progress: (any ProgressDisplay)?) {
        self.messages = messages
        state = Mutex(State(progress: progress))
    }

    /// Counts a frame of any camera.
    func countFrame() {
        let bar: String? = state.withLock { state in
            state.frameCount += 1
            guard state.preview?.ownsTerminal != true else { return nil }
            return state.progress?.update(state.frameCount)
        }
        if let bar { messages.show(bar) }
    }

    /// Tells the user something, in the place of the progress, and in the preview.
    func say(_ message: String) {
        let preview = state.withLock { state in
            if state.preview?.ownsTerminal == true, state.held.count < Self.heldCapacity {
                state.held.append(message)
            }
            return state.preview
        }
        preview?.say(message)
        guard preview?.ownsTerminal != true else { return }
        eraseProgress()
        messages.say(message)
    }

    /// Takes the progress away.
    func eraseProgress() {
        let erasure = state.withLock { state in
            state.preview?.ownsTerminal == true ? nil : state.progress?.erasure
        }
        if let erasure { messages.show(erasure) }
    }

    /// Also shows messages in a preview; those that would disturb it wait. `nil` says what has waited.
    func show(in preview: LivePreview?) {
        let held = state.withLock { state in
            state.preview = preview
            guard preview == nil else { return [String]() }
            defer { state.held = [] }
            return state.held
        }
        for message in held { messages.say(message) }
    }
}
