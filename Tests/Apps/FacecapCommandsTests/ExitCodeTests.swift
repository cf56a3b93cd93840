// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct ExitCodeTests {
    private static let errorCodes: [FacecapError.Code] = [
        .invalidArgument, .sourceNotFound, .permissionDenied, .deviceBusy, .deviceDisconnected,
        .formatUnsupported, .mediaUnreadable, .mediaDamaged, .modelNotFound, .modelUnreadable,
        .modelMismatch, .detectorFailed, .networkFailed, .invalidState, .outputFailed,
        .storageFull, .systemFailed, .decoderCrashed, .decoderStalled,
    ]

    @Test func everyKindOfFailureHasADocumentedCodeOfItsOwnKind() {
        for code in Self.errorCodes {
            let exit = ExitCode(code)
            #expect(ExitCode.all.contains(exit), "\(code)")
            #expect(exit != .success && exit != .failure, "\(code)")
        }
    }

    @Test func noKindOfFailureIsForgotten() throws {
        let source = try String(
            contentsOfFile: Repository.path("Sources/Base/FaceValues/FacecapError+Code.swift"),
            encoding: .utf8)
        let declared = source.split(separator: "\n").filter { $0.contains("= Code(\"") }
        #expect(declared.count == Self.errorCodes.count)
    }

    @Test func codesAreUniqueAscendingAndWhatAShellCanTell() {
        let numbers = ExitCode.all.map(\.rawValue)
        #expect(numbers == Set(numbers).sorted())
        #expect(numbers.allSatisfy { (0...255).contains($0) })
    }

    @Test func theSystemsNumbersAreKept() {
        let numbers = [ExitCode.usage, .damagedInput, .noInput, .unavailable, .software, .system]
            .map(\.rawValue)
        #expect(numbers == [64, 65, 66, 69, 70, 71])
        #expect([ExitCode.outputFailed, .busy, .noPermission].map(\.rawValue) == [74, 75, 77])
    }

    @Test func helpTellsAllOfThem() {
        let help = HelpPage(command: FacecapProgram.root, words: ["facecap"]).text
        let section = help.split(separator: "Exit codes:\n").last ?? ""
        for code in ExitCode.all { #expect(section.contains("  \(code.rawValue) ")) }
    }

    @Test func thePageInTheDocumentationIsTheSameTable() throws {
        let rows = ExitCode.all.map { exit in
            let kinds = Self.errorCodes.filter { ExitCode($0) == exit }.map { "`\($0)`" }
            return "| \(exit.rawValue) | \(exit.meaning) | \(kinds.joined(separator: ", ")) |\n"
        }
        let page = """
            # Exit codes

            What `facecap` says to the one that called it. Numbers below 79 are those of `sysexits.h`
            where that has one; 128 and above are 128 + the number of a signal. The third column names
            the error codes of the library (`FacecapError.Code`) that end the program so.

            | code | meaning | errors |
            |---:|---|---|
            \(rows.joined())
            ## Memory

            Where the system refuses memory (`ulimit -v`, a system that overcommits nothing) a command ends
            with 71 and one line. It looks for 64 MiB when it starts and before each frame; what encoders and
            decoders are refused is an error. Swift and some libraries do not survive a refusal: the program
            then ends at once, also with 71, as it does for a crash with less than 256 MiB left. A recording
            stays in its fragments then, which `facecap recover` completes. Where not even the program's libraries fit,
            below some `ulimit -v 80000`, the system's loader ends it with 127; a process that the kernel kills
            for want of memory ends with 137.

            ## Signals

            The first SIGINT (Ctrl-C), SIGTERM or SIGHUP asks a running command to end cleanly:
            `live` writes its last record, `record` finishes its movies, `photo` what it began,
            all with exit code 0. `analyze`, `redact` and `render` make no incomplete copy and end
            with 130. What follows within a second is the same request, as `timeout` signals a
            program and its process group.

            A signal after that second ends the program at once, with 128 + its number. It removes
            no recording: a movie stays in the fragments that were written until then, it plays,
            and `facecap recover` completes it. Only the word `cancel` on standard input removes
            one; the file that `--force` let it replace is gone by then, as a movie takes its name
            with its first fragment.

            """
        try GoldenFile.expect(page, at: "docs/exit-codes.md")
    }
}
