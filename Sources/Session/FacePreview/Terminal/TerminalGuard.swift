// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Brings the terminal back to how it was, also when the process dies of a signal.
package enum TerminalGuard {
    /// What the terminal is taken for.
    package enum Use: Sendable {
        /// A screen of its own: Ctrl-Z does nothing.
        case screen
        /// A line that is edited below what was written before.
        case line
    }

    /// What is needed in a signal handler, in memory that no longer moves.
    private struct Memory {
        var descriptor: Int32 = -1
        var modes = termios()
        var farewell: StaticString = ""
    }

    /// No mouse, a cursor, no frames of the kitty protocol, the screen that was there before.
    private static let screenFarewell: StaticString =
        "\u{18}\u{1B}_Ga=d,q=2\u{1B}\\\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    private static let crashes = [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]

    /// Written while nothing is held, read by whoever takes the hold away.
    private nonisolated(unsafe) static let memory: UnsafeMutablePointer<Memory> = {
        let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
        memory.initialize(to: Memory())
        return memory
    }()
    private static let isHeld = Atomic(false)

    /// What crashes did before, in their order.
    private nonisolated(unsafe) static let formerActions: UnsafeMutablePointer<sigaction> = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: crashes.count)
        actions.initialize(repeating: sigaction(), count: crashes.count)
        return actions
    }()

    /// Has fatal signals give the terminal back, from the first hold on; crashes then do what they did before.
    private static let watchFatalSignals: Void = {
        var quit = sigaction()
        quit.__sigaction_handler.sa_handler = { number in
            TerminalGuard.release()
            raise(number)
        }
        quit.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
        sigaction(SIGQUIT, &quit, nil)
        let former = formerActions
        for (index, number) in crashes.enumerated() {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { number, info, _ in
                TerminalGuard.release()
                TerminalGuard.restoreAction(of: number)
                // What the processor found happens once more after this, but for a breakpoint; what was sent has to
                // be sent again.
                if let info, number == SIGTRAP || info.pointee.si_code <= 0 { raise(number) }
            }
            action.sa_flags = SA_SIGINFO | SA_ONSTACK
            sigaction(number, &action, former + index)
        }
    }()

    private static func restoreAction(of number: Int32) {
        guard let index = crashes.firstIndex(of: number) else { return }
        sigaction(number, formerActions + index, nil)
    }

    /// Whether the terminal knows no control sequences, such as a shell in an editor.
    package static var isDumb: Bool { getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false }

    /// Whether a terminal may be taken: it knows control sequences, and this process is in its foreground.
    package static func canHold(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && !isDumb && tcgetpgrp(descriptor) == getpgrp()
    }

    /// Switches a terminal to single keys without echo; Ctrl-C stays a signal. Whether it did: one that is held stays
    /// as it is.
    @discardableResult
    package static func hold(_ descriptor: Int32, for use: Use = .screen) -> Bool {
        guard !isHeld.load(ordering: .acquiring) else { return false }
        memory.pointee.farewell = use == .screen ? screenFarewell : ""
        memory.pointee.descriptor = descriptor
        guard tcgetattr(descriptor, &memory.pointee.modes) == 0 else { return false }
        var modes = memory.pointee.modes
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &modes.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
            if use == .screen { keys[Int(VSUSP)] = 0 }
        }
        tcsetattr(descriptor, TCSANOW, &modes)
        isHeld.store(true, ordering: .releasing)
        watchFatalSignals
        return true
    }

    /// Gives the terminal back, once; in any state of the process, with calls that signal handlers may make.
    package static func release() {
        guard isHeld.exchange(false, ordering: .acquiringAndReleasing) else { return }
        let descriptor = memory.pointee.descriptor
        let farewell = memory.pointee.farewell
        var written = 0
        // A terminal that takes nothing for half a second is given up.
        for _ in 0..<5 where written < farewell.utf8CodeUnitCount {
            let count = write(
                descriptor, farewell.utf8Start + written, farewell.utf8CodeUnitCount - written)
            if count > 0 {
                written += count
            } else {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, 100)
            }
        }
        // The modes of a terminal that another program has by now are that one's, as the shell's after `bg`.
        let group = tcgetpgrp(descriptor)
        guard group < 0 || group == getpgrp() else { return }
        // What was typed for the preview is not the shell's.
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &memory.pointee.modes)
    }
}
