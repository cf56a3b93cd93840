// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

/// Programs that do not end, as these tests run them.
@Suite struct RunningCommandTests {
    @Test func aProgramIsKilledAtItsTimeWithThoseThatItStarted() async throws {
        let command = try await CommandRunner.start(
            ["-c", "sleep 1000 & echo $!; wait"], of: "/bin/sh")
        #expect(await command.waitForLines(1))
        let run = await command.result(within: 0.5)
        #expect(run.exitCode == 128 + SIGKILL)
        let child = try #require(pid_t(run.output.prefix { $0 != "\n" }))
        while kill(child, 0) == 0 { await Task.yield() }
        #expect(errno == ESRCH)
    }

    /// One in a session of its own lives on, and has the files of the one that started it.
    @Test func itsEndIsHeardOfWhileAnotherLivesOn() async throws {
        let run = try await CommandRunner.run(
            ["-c", "setsid sleep 1000 & echo $!"], of: "/bin/sh")
        #expect(run.exitCode == 0)
        let child = try #require(pid_t(run.output.prefix { $0 != "\n" }))
        #expect(kill(child, SIGKILL) == 0)
    }
}
