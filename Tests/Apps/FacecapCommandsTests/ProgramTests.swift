// SPDX-License-Identifier: Apache-2.0
import FaceValues
import FacecapCommands
import FoundationEssentials
import TestSupport
import Testing

/// The program as users meet it: as a process.
@Suite struct ProgramTests {
    private func facecap(_ words: String...) async throws -> CommandResult {
        try await CommandRunner.run(words)
    }

    @Test func showsItsVersion() async throws {
        let result = try await facecap("--version")
        #expect(result.output == "facecap \(facecapVersion)\n")
        #expect(result.messages == "")
        #expect(result.exitCode == 0)
    }

    @Test(arguments: [
        (["--nonsense"], "Unknown option --nonsense; see: facecap --help"),
        (
            ["live", "--jsn"],
            "Unknown option --jsn (did you mean --json?); see: facecap live --help"
        ),
        (
            ["live", "--duration", "soon"],
            "--duration \"soon\": expected a time above 0 such as 10, 500ms, 90sec, 1m30s or 2h;"
                + " see: facecap live --help"
        ),
        (
            ["live", "--screen", "0x0"],
            "--screen \"0x0\": expected a size such as 1920x1080, up to 32768;"
                + " see: facecap live --help"
        ),
        (["--version", "live"], "--version takes no command; see: facecap --help"),
        (["help", "live", "now"], "facecap live has no command \"now\"; see: facecap help"),
        (["help", "nothing"], "There is no command \"nothing\"; see: facecap --help"),
        (
            ["completions"],
            "bash|zsh|fish is missing: expected bash, zsh, fish; see: facecap completions --help"
        ),
        (
            ["models", "verify", "other"],
            "There is no model named \"other\"; known are yunet_n_320_320, yunet_n_640_640,"
                + " yunet_s_320_320, centerface, face_landmark."
        ),
    ])
    func whatMakesNoSenseIsSaidInOneLineWithCode64(words: [String], line: String) async throws {
        let result = try await CommandRunner.run(words)
        #expect(result.messages == "facecap: \(line)\n")
        #expect(result.output == "")
        #expect(result.exitCode == 64)
    }

    @Test func aDamagedModelEndsVerifyWithCode78() async throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "yunet_n_320_320.onnx")
        let result = try await facecap("models", "verify", "--model-dir", folder.path)
        #expect(result.exitCode == 78)
        #expect(
            result.messages.contains(
                "expected sha256 81dbde155e982455488235acb8ec2dec5d647edf7cf7080d33e4abb69b93a0d2"))
    }

    @Test func listSaysOfEveryModelWhereItIs() async throws {
        let folder = try TemporaryFolder()
        let damaged = try folder.write([1, 2, 3], to: "yunet_n_320_320.onnx")
        let result = try await facecap("models", "list", "--json", "--model-dir", folder.path)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first?.contains("\"path\":\"\(damaged)\"") == true)
        #expect(lines.first?.contains("\"state\":\"damaged\"") == true)
        #expect(result.exitCode == 0)
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func whatIsThereIsVerifiedAndNotFetchedAgain() async throws {
        let folder = SharedMedia.path("models")
        let path = folder + "/yunet_s_320_320.onnx"
        let verified = try await facecap(
            "models", "verify", "yunet_s_320_320", "--model-dir", folder)
        #expect(verified.output == "yunet_s_320_320: verified \(path)\n")
        let fetched = try await facecap("models", "fetch", "yunet_s_320_320", "--model-dir", folder)
        #expect(fetched.output == "yunet_s_320_320: already there, \(path)\n")
        #expect(fetched.exitCode == 0)
    }

    @Test func withoutCurlFetchSaysWhatToDo() async throws {
        let folder = try TemporaryFolder()
        let result = try await CommandRunner.run(
            ["models", "fetch", "yunet_n_640_640", "--model-dir", folder.path],
            environment: ["PATH": folder.path])
        #expect(result.exitCode == 69)
        #expect(
            result.messages.hasPrefix(
                "facecap: Cannot run curl (No such file or directory); install it, or fetch https"))
        #expect(folder.contents == [])
    }

    @Test func doctorEndsWithCode1WhereThereIsAProblem() async throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "yunet_n_320_320.onnx")
        let result = try await facecap("doctor", "--json", "--model-dir", folder.path)
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("\"status\":\"problem\",\"thing\":\"model yunet_n_320_320\""))
    }

    @Test func aReaderThatIsGoneEndsItQuietly() async throws {
        // Not before bash cannot write any more either.
        let waiting = "trap '' PIPE; while echo; do :; done 2>/dev/null; trap - PIPE"
        let result = try await CommandRunner.run(
            [
                "bash", "-c", "{ \(waiting); \"$0\" help; echo $? >&2; } | :",
                CommandRunner.facecap,
            ], of: "/usr/bin/env")
        #expect(result.messages == "0\n")
    }

    @Test func aClosedStandardOutputIsNotTakenForAnotherFile() async throws {
        let result = try await CommandRunner.run(
            ["bash", "-c", "\"$0\" models list >&-", CommandRunner.facecap], of: "/usr/bin/env")
        #expect(result.exitCode == 74)
        #expect(
            result.messages == "facecap: Cannot write to standard output: Bad file descriptor.\n")
    }

    @Test func aFullDiskHasItsOwnCode() async throws {
        let result = try await CommandRunner.run(
            ["bash", "-c", "\"$0\" help > /dev/full", CommandRunner.facecap], of: "/usr/bin/env")
        #expect(result.exitCode == 79)
    }
}
