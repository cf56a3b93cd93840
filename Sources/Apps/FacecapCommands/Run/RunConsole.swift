// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// What people read on standard error during a run: messages, and in between how far it is.
final class RunConsole: Sendable {
    private struct State {
        var progress: (any ProgressDisplay)?
        var line = ProgressLine()
        var frameCount = 0
        var preview: RunPreview?
        /// Shows messages on a screen that disturbing would spoil.
        var screen: (@Sendable (String) -> Void)?
        /// What is said once the terminal is given back: the newest messages.
        var held: [String] = []
        /// Messages that waited and had to make room for newer ones.
        var leftOutCount = 0

        /// Whether nothing else may be written to the terminal.
        var isTerminalTaken: Bool { preview?.ownsTerminal == true || screen != nil }

        /// Has a message wait, in the place of the oldest one where there are many.
        mutating func hold(_ message: String) {
            if held.count == RunConsole.heldCapacity {
                held.removeFirst()
                leftOutCount += 1
            }
            held.append(message)
        }

        /// Takes out what has waited.
        mutating func takeHeld() -> [String] {
            defer { (held, leftOutCount) = ([], 0) }
            guard leftOutCount > 0 else { return held }
            return ["\(leftOutCount.counted("earlier message")) left out"] + held
        }
    }

    /// Messages that may wait for the terminal.
    private static let heldCapacity = 100

    private let messages: Messages
    private let state: Mutex<State>
    /// Held while what belongs on one line is written: frames of several cameras, requests and messages come at once.
    private let drawing = Mutex(())

    init(_ messages: Messages, progress: (any ProgressDisplay)?) {
        self.messages = messages
        state = Mutex(State(progress: progress))
    }

    /// Columns of the terminal.
    private var columns: Int { TerminalSize(of: messages.descriptor)?.columns ?? TextLayout.width }

    /// Counts a frame of any camera.
    func countFrame() {
        let line: ProgressLine? = state.withLock { state in
            state.frameCount += 1
            guard !state.isTerminalTaken,
                let text = state.progress?.update(state.frameCount)
            else { return nil }
            state.line.progress = text
            return state.line
        }
        if let line { draw(line) }
    }

    /// Shows what is typed beside the progress.
    func showTyped(_ text: String) {
        let line: ProgressLine? = state.withLock { state in
            state.line.typed = text
            return state.isTerminalTaken ? nil : state.line
        }
        if let line { draw(line) }
    }

    /// Tells the user something, in the place of the progress, and in the preview.
    func say(_ message: String) { tell(message, onStandardError: true) }

    /// The same of what is neither a warning nor an error: on standard error unless only those are to be said there.
    func remark(_ message: String) { tell(message, onStandardError: !messages.isQuiet) }

    private func tell(_ message: String, onStandardError isWritten: Bool) {
        let (preview, screen, isTaken) = state.withLock { state in
            if isWritten, state.isTerminalTaken { state.hold(message) }
            return (state.preview, state.screen, state.isTerminalTaken)
        }
        preview?.say(message)
        screen?(message)
        guard isWritten, !isTaken else { return }
        drawing.withLock { _ in
            if hasLine { messages.show(ProgressLine.erasure) }
            messages.say(message)
            let line = state.withLock { $0.line }
            if !line.typed.isEmpty { messages.show(line.drawing(columns: columns)) }
        }
    }

    private func draw(_ line: ProgressLine) {
        drawing.withLock { _ in messages.show(line.drawing(columns: columns)) }
    }

    /// Takes the progress away.
    func eraseProgress() {
        drawing.withLock { _ in if hasLine { messages.show(ProgressLine.erasure) } }
    }

    private var hasLine: Bool {
        state.withLock { state in
            !state.isTerminalTaken && (state.progress != nil || !state.line.typed.isEmpty)
        }
    }

    /// Holds messages back while a screen is shown on the same terminal, which is told of each; `nil` says
    /// what has waited.
    func show(onScreen screen: (@Sendable (String) -> Void)?) {
        sayHeld { $0.screen = screen }
    }

    /// Also shows messages in a preview; those that would disturb it wait. `nil` says what has waited.
    func show(in preview: RunPreview?) {
        sayHeld { $0.preview = preview }
    }

    /// Says what has waited, where the terminal is free after a change.
    private func sayHeld(after change: (inout State) -> Void) {
        let held = state.withLock { state in
            change(&state)
            return state.isTerminalTaken ? [] : state.takeHeld()
        }
        for message in held { messages.say(message) }
    }
}
