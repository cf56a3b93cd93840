// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// Another program, run to its end without a shell.
package enum ChildProcess {
    /// How it ended.
    package enum Outcome: Sendable {
        /// There is no such program, or it cannot be run.
        case notStarted(reason: String)
        /// It ended by itself with an exit status, or by a signal: then 128 + its number.
        case ended(status: Int32, output: [UInt8], messages: String)
        /// It wrote more than was allowed and was ended for it.
        case outputTooLarge
        /// It took longer than was allowed and was ended for it.
        case timedOut
    }

    /// Of messages no more than this is kept, in bytes.
    private static let messageLimit = 64 << 10

    /// Runs the first of `arguments`, looked for in `$PATH`, with nothing on its standard input.
    ///
    /// Blocks the thread for up to `timeout` seconds.
    package static func run(_ arguments: [String], outputLimit: Int, timeout: Int) -> Outcome {
        var output: [Int32] = [-1, -1]
        var messages: [Int32] = [-1, -1]
        defer { for end in output + messages where end >= 0 { close(end) } }
        guard facecap_open_pipe(&output) == 0, facecap_open_pipe(&messages) == 0 else {
            return .notStarted(reason: systemReason(errno))
        }
        let (child, failure) = start(arguments, output: output[1], messages: messages[1])
        guard failure == 0 else { return .notStarted(reason: systemReason(failure)) }
        closeEnd(&output[1])
        closeEnd(&messages[1])

        // It may close its outputs and run on.
        let process = facecap_open_process(child)
        defer { if process >= 0 { close(process) } }
        var collected = Collected(outputLimit: outputLimit)
        let isInTime = collected.read(
            output: output[0], messages: messages[0], of: process,
            untilNanoseconds: SystemClock.nanoseconds() + Int64(timeout) * 1_000_000_000)
        let isTooLarge = collected.output.count > outputLimit
        if isTooLarge || !isInTime { kill(child, SIGKILL) }
        let status = wait(for: child)
        if isTooLarge { return .outputTooLarge }
        if !isInTime { return .timedOut }
        return .ended(
            status: status, output: collected.output,
            messages: String(decoding: collected.messages, as: UTF8.self))
    }

    /// The process, or why there is none: the number of an error, otherwise 0.
    private static func start(
        _ arguments: [String], output: Int32, messages: Int32
    ) -> (child: pid_t, failure: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // Ignored here, where a failed write says it; others that are ignored, as with `nohup`, stay so.
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        var argumentPointers = arguments.map { strdup($0) } + [nil]
        defer { argumentPointers.forEach { free($0) } }
        let failure = posix_spawnp(
            &child, arguments[0], &actions, &attributes, &argumentPointers, environ)
        return (child, failure)
    }

    /// What was read so far.
    private struct Collected {
        let outputLimit: Int
        var output: [UInt8] = []
        var messages: [UInt8] = []

        /// Reads both pipes to their ends, and waits for that of the process, or until the output is too large; `false`
        /// when that takes longer than until a time of `CLOCK_MONOTONIC`.
        mutating func read(
            output: Int32, messages: Int32, of process: Int32, untilNanoseconds end: Int64
        ) -> Bool {
            var pipes = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: messages, events: Int16(POLLIN), revents: 0),
                pollfd(fd: process, events: Int16(POLLIN), revents: 0),
            ]
            while pipes.contains(where: { $0.fd >= 0 }), self.output.count <= outputLimit {
                let rest = (end - SystemClock.nanoseconds() + 999_999) / 1_000_000
                guard rest > 0 else { return false }
                if poll(&pipes, nfds_t(pipes.count), Int32(clamping: rest)) < 0, errno != EINTR {
                    return false
                }
                for index in pipes.indices where pipes[index].revents != 0 {
                    pipes[index].revents = 0
                    // Ended or failed: poll passes negative ones by.
                    if index == 2 || !take(from: pipes[index].fd, isOutput: index == 0) {
                        pipes[index].fd = -1
                    }
                }
            }
            return true
        }

        private mutating func take(from pipe: Int32, isOutput: Bool) -> Bool {
            var chunk = [UInt8](repeating: 0, count: 64 << 10)
            let count = Glibc.read(pipe, &chunk, chunk.count)
            guard count > 0 else { return count < 0 && errno == EINTR }
            if isOutput {
                output += chunk[..<min(count, outputLimit + 1 - output.count)]
            } else {
                messages += chunk[..<min(count, ChildProcess.messageLimit - messages.count)]
            }
            return true
        }
    }

    private static func closeEnd(_ descriptor: inout Int32) {
        close(descriptor)
        descriptor = -1
    }

    private static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
