// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What the program gives up of its own rights, as the system tells it: proc_pid_status(5).
@Suite struct ProcessRightsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The lines of /proc/PID/status while a command waits for its standard input.
    ///
    /// - Parameter seccomp: the state that it comes to, which it may take after its first thread has begun.
    private func status(
        _ arguments: [String], seccomp: String
    ) async throws -> [String: String] {
        let command = try await CommandRunner.start(arguments, input: nil)
        defer { command.send(9) }
        let path = "/proc/\(command.processIdentifier)/status"
        var lines: [String: String] = [:]
        // It gives them up before it reads anything.
        _ = try await TimeLimit.wait {
            for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                lines[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
            }
            return lines["NoNewPrivs"] == "1" && lines["Threads"] != "1"
                && lines["Seccomp"] == seccomp
        }
        return lines
    }

    @Test func noProgramThatIsStartedHasMoreRights() async throws {
        let status = try await status(["live", "--json", "--source", "-"], seccomp: "0")
        #expect(status["NoNewPrivs"] == "1")
        #expect(status["Seccomp"] == "0")
    }

    @Test func commandsWithoutNetworkCannotHaveOne() async throws {
        let status = try await status(["devices", "--watch", "--json"], seccomp: "2")
        #expect(status["NoNewPrivs"] == "1")
        #expect(status["Seccomp"] == "2")
    }

    @Test func memoryWithFramesThatNobodyIsToSeeIsPrivate() async throws {
        let movie = folder.path + "/movie.mp4"
        let command = try await CommandRunner.start([
            "record", movie, "--redact", "blur", "--detector", "haar", "--source",
            "synthetic:faces=1,size=160x120",
        ])
        defer { command.send(9) }
        let path = "/proc/\(command.processIdentifier)/limits"
        let isPrivate = try await TimeLimit.wait {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").contains {
                $0.hasPrefix("Max core file size")
                    && $0.split(separator: " ").dropFirst(4).first == "0"
            }
        }
        #expect(isPrivate)
    }
}
