import Glibc

/// Another program, run to its end without a shell.
enum ChildProcess {
    /// How it ended.
    enum Outcome {
        /// There is no such program, or it cannot be run.
        case notStarted(reason: String)
        /// It ended by itself with an exit status, or by a signal: then 128 + its number.
        case ended(status: Int32, output: [UInt8], messages: String)
        /// It wrote more than was allowed and was ended for it.
        case outputTooLarge
    }

    /// Runs the first of `arguments`, looked for in `$PATH`, with nothing on its standard input.
    ///
    /// Messages, which are read after the output, have to fit a pipe: 64 KiB. Blocks the thread.
    static func run(_ arguments: [String], outputLimit: Int) -> Outcome {
        var output: [Int32] = [-1, -1]
        var messages: [Int32] = [-1, -1]
        defer { for end in output + messages where end >= 0 { close(end) } }
        guard makePipe(&output), makePipe(&messages) else {
            return .notStarted(reason: String(cString: strerror(errno)))
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, messages[1], STDERR_FILENO)

        var child = pid_t()
        var argumentPointers = arguments.map { strdup($0) } + [nil]
        defer { argumentPointers.forEach { free($0) } }
        let failure = posix_spawnp(
            &child, arguments[0], &actions, nil, &argumentPointers, environ)
        guard failure == 0 else { return .notStarted(reason: String(cString: strerror(failure))) }
        closeEnd(&output[1])
        closeEnd(&messages[1])

        let received = Descriptor.readAll(output[0], limit: outputLimit) ?? []
        let isTooLarge = received.count > outputLimit
        if isTooLarge { kill(child, SIGKILL) }
        let said = Descriptor.readAll(messages[0], limit: 64 << 10) ?? []
        let status = wait(for: child)
        if isTooLarge { return .outputTooLarge }
        return .ended(
            status: status, output: received, messages: String(decoding: said, as: UTF8.self))
    }

    private static func makePipe(_ ends: inout [Int32]) -> Bool {
        pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
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
