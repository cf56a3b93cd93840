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

            The codes with which `facecap` ends. Numbers below 79 are those of `sysexits.h`, where it
            defines one. Numbers from 128 on are 128 + the number of a signal. The third column lists
            the error codes of the library (`FacecapError.Code`) that lead to each exit code.

            | code | meaning | errors |
            |---:|---|---|
            \(rows.joined())
            A video whose end is missing, or of which some frames or audio cannot be decoded, is analyzed or copied as far as it can
            be read. The command says so in one line and, with `--json`, a `warning` record (`media_damaged`), and ends with 0. What
            holds no frame at all, or no audio where audio alone is recorded, ends with 65.

            ## Memory

            If the system refuses to allocate memory (`ulimit -v`, a system that does not overcommit), a
            command ends with 71 and one line. It checks for 64 MiB when it starts and before each frame.
            A failed allocation in an encoder or decoder is an error. Swift and some libraries do not
            survive a failed allocation: the program then ends immediately, also with 71. It does the same
            for a crash with less than 256 MiB left. A recording then stays fragmented, and
            `facecap recover` completes it. If even the program's libraries do not fit, below about
            `ulimit -v 48000`, the system's loader ends the program with 127. A process that the kernel
            kills because memory is short ends with 137.

            ## Signals

            The first SIGINT (Ctrl-C), SIGTERM or SIGHUP asks a running command to end cleanly:
            `live` writes its last record, `record` finishes its movies, and `photo` finishes what it
            began. All three end with exit code 0; `photo` ends with 130 if fewer photos were taken than
            `--count` asks for. `analyze`, `redact` and `render` write no incomplete copy and end with 130, also
            between two videos. The `--sidecar` files of `analyze` for one video without a copy hold the frames
            until then, which a line says for each. Further signals within a second belong to the same request, because
            `timeout` signals both a program and its process group. SIGHUP stays ignored if it was ignored when
            the command started, as with `nohup`.

            A signal after that second ends the program immediately, with 128 + its number. It deletes
            no recording: the movie keeps the fragments that were written until then. It plays, and
            `facecap recover` completes it. Only the commands `cancel` and `delete-last` on standard
            input delete a file of a recording. The file that `--force` allowed it to replace is already
            gone then, because a movie takes its name with its first fragment.

            """
        try GoldenFile.expect(page, at: "docs/exit-codes.md")
    }
}
