import FoundationEssentials
import TestSupport
import Testing

/// Chromium, in which pages are opened as users do, by the scripts in `Tests/Browser`.
enum Browser {
    /// Whether it is there: for `.enabled(if:)`.
    static let isAvailable = ["/usr/bin/chromium", "/usr/bin/python3"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs a script, which says nothing where all is well.
    static func expectNothingWrong(
        _ script: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await CommandRunner.run(
            ["-B", Repository.path("Tests/Browser/\(script)")] + arguments,
            of: "/usr/bin/python3", within: 300)
        #expect(run.exitCode == 0, "\(run.messages)", sourceLocation: sourceLocation)
        #expect(run.output == "\n", sourceLocation: sourceLocation)
    }
}
