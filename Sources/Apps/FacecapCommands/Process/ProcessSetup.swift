// SPDX-License-Identifier: Apache-2.0
import CLinux
internal import CProcess
import Facecap
import Glibc
import SystemSupport

/// What has to be so before a command runs.
enum ProcessSetup {
    /// A closed pipe becomes an error of `write` instead of the end of the process, and no file
    /// that is opened later can take the place of a closed standard stream. Remarks of libraries, such as
    /// libv4l2's on cameras with several memory planes, do not get among the data. Where Swift would end
    /// the process because memory was refused, it ends with a line and a code of ours. The signals that
    /// ``RecordControl`` takes for requests do nothing before it does.
    static func prepare() {
        for ignored in [SIGPIPE, SIGUSR1, SIGUSR2] { signal(ignored, SIG_IGN) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one. Reading only: writing to it still fails.
            _ = open("/dev/null", O_RDONLY)
        }
        facecap_end_where_memory_is_refused(
            UnsafeRawPointer(memoryRefused.utf8Start).assumingMemoryBound(to: CChar.self),
            ExitCode.system.rawValue)
        facecap_send_stdio_to_standard_error()
    }

    /// Throws `systemFailed` where `/proc` is hidden: libdispatch counts the threads of its pool there once a
    /// second, and ends the process where it cannot.
    static func checkProc() throws(FacecapError) {
        guard access("/proc/self/task", R_OK | X_OK) == 0 else {
            throw FacecapError(
                .systemFailed,
                "/proc is hidden, without which no command can run: mount -t proc proc /proc.",
                errno: errno)
        }
    }

    /// Throws `systemFailed` where no more files can be opened: libdispatch ends the process where it has no
    /// descriptors for what it waits for.
    static func checkDescriptors() throws(FacecapError) {
        let descriptors = (0..<descriptorCount).map { _ in dup(STDIN_FILENO) }
        let failure = errno
        for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
        if descriptors.contains(-1) { throw .noMoreFiles(failure) }
    }

    /// Throws `systemFailed` where no more threads start: libdispatch waits until they do, without an end.
    static func checkThreads() throws(FacecapError) {
        if let shortage = WorkerThread.shortage(of: threadCount) { throw shortage }
    }

    /// The threads of libdispatch before the program has one of its own.
    private static let threadCount = 4

    /// The descriptors of libdispatch: of its queue of events, of what wakes it, of timers, and of signals.
    private static let descriptorCount = 4

    /// The line with which the process ends where memory is refused.
    private static let memoryRefused: StaticString = """
        facecap: There is no memory to go on; close other programs or raise the limit (ulimit -v). \
        `facecap recover` completes a recording.

        """

    /// Ends the process at once, with its terminal as it was.
    static func endNow(_ code: Int32) -> Never {
        Preview.releaseTerminal()
        _exit(code)
    }
}
