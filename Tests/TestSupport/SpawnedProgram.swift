// SPDX-License-Identifier: Apache-2.0
import CSpawning
import Foundation
import Glibc
import Synchronization

/// A program that has no open file of this process but the three that it is given, and leads a group of processes.
///
/// Foundation's `Process` hears of an end by a socket that the program's own children have too, and any program that
/// is started at the same moment: the end is heard of when the last of them is gone.
final class SpawnedProgram: Sendable {
    /// The system's number of it.
    let processIdentifier: pid_t
    /// As a shell tells it: 128 + the signal that ended it.
    private let status = Mutex<Int32?>(nil)
    private let end = DispatchGroup()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: the name of its file, looked for in `$PATH` where it is no path, and its arguments.
    ///   - folder: where it runs; `nil` for where this one does.
    ///   - files: its standard input, output and error.
    ///   - ended: is called at its end, on a thread of its own.
    init(
        _ words: [String], environment: [String: String], folder: String? = nil,
        files: [FileHandle], ended: @escaping @Sendable () -> Void = {}
    ) throws {
        var child = pid_t()
        let failure = Self.withPointers(words) { words in
            Self.withPointers(environment.map { "\($0.key)=\($0.value)" }) { environment in
                withExtendedLifetime(files) {
                    facecap_tests_spawn(
                        &child, words, environment, folder, files.map(\.fileDescriptor))
                }
            }
        }
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        processIdentifier = child
        end.enter()
        Thread.detachNewThread { [self] in
            awaitEnd()
            ended()
            end.leave()
        }
    }

    /// Blocks this thread until it has ended.
    func waitUntilEnd() { end.wait() }

    /// How it ended, as a shell tells it; `nil` while it runs.
    var exitCode: Int32? { status.withLock(\.self) }

    /// Sends a signal to it, or to all processes of its group, as long as it runs.
    func send(_ signal: Int32, toGroup: Bool = false) {
        status.withLock { status in
            guard status == nil else { return }
            _ = kill(toGroup ? -processIdentifier : processIdentifier, signal)
        }
    }

    private func awaitEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0,
            errno == EINTR
        {}
        // No other process gets its number before.
        status.withLock { status in
            var value: Int32 = 0
            waitpid(processIdentifier, &value, 0)
            let signal = value & 0x7f
            status = signal == 0 ? (value >> 8) & 0xff : 128 + signal
        }
    }

    private static func withPointers<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return body(pointers)
    }
}
