// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import FacecapCommands

/// Where the token of `--serve` may stand.
struct ServeTokenTests {
    private static let live = ["live", "--json", "--source", "synthetic:frames=3,pace=fast"]
    private static let text = "0123456789abcdef"

    private func run(
        _ words: [String], token: String? = nil
    ) async throws -> CommandResult {
        try await CommandRunner.run(
            Self.live + words, environment: [ServeToken.variable: token])
    }

    @Test func aFileOrTheEnvironmentMayHoldIt() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("\(Self.text)\n".utf8), to: "token")
        let fromFile = try await run(["--serve", ":0", "--serve-token-file", file])
        #expect(fromFile.messages.contains("/?token=\(Self.text)\n"))
        let fromVariable = try await run(["--serve", ":0"], token: Self.text)
        #expect(fromVariable.messages.contains("/?token=\(Self.text)\n"))
        #expect(fromFile.exitCode == 0 && fromVariable.exitCode == 0)
    }

    @Test func whatIsNoTokenIsRefused() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("short".utf8), to: "token")
        let serve = ["--serve", ":0", "--serve-token-file"]
        #expect(try await run(serve + [file]).exitCode == 64)
        #expect(try await run(serve + [folder.path + "/none"]).exitCode == 66)
        #expect(try await run(serve + [file, "--serve-token", Self.text]).exitCode == 64)
        #expect(try await run(["--serve-token-file", file]).exitCode == 64)
        #expect(try await run(["--serve", ":0"], token: "short").exitCode == 64)
    }

    @Test func allAddressesOfTheMachineAreNamed() async throws {
        let run = try await run(["--serve", "0.0.0.0:0"])
        #expect(run.messages.contains("at http://127.0.0.1:"))
        #expect(!run.messages.contains("0.0.0.0"))
    }
}
