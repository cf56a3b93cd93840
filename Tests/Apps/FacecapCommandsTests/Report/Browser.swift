// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Chromium, in which pages are opened as users do, by the scripts in `Tests/Browser`.
enum Browser {
    /// Whether it is there: for `.enabled(if:)`.
    static let isAvailable =
        hasPython && FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")

    /// Whether scripts can be run.
    static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// Runs a script, which says nothing where all is well.
    static func expectNothingWrong(
        _ script: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await CommandRunner.run(
            ["-B", Repository.path("Tests/Browser/\(script)")] + arguments,
            of: "/usr/bin/python3",
            environment: SharedMedia.isAvailable
                ? ["FACECAP_MODELS": SharedMedia.path("models")] : [:])
        #expect(run.exitCode == 0, "\(run.messages)", sourceLocation: sourceLocation)
        #expect(run.output == "\n", sourceLocation: sourceLocation)
    }
}
