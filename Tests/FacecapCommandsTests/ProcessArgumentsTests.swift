import FacecapCommands
import Foundation
import TestSupport
import Testing

@Suite struct ProcessArgumentsTests {
    @Test func theWordsAreThoseOfTheProcess() {
        #expect(ProcessArguments.texts == CommandLine.arguments)
        #expect(ProcessArguments.bytes == CommandLine.arguments.map { Array($0.utf8) })
    }

    /// Whether a test may hide `/proc` from a program of its own.
    private static let canHideProc: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", hiding("true") + " 2> /dev/null"]
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    private static func hiding(_ command: String) -> String {
        "unshare --mount sh -c 'mount -t tmpfs none /proc && exec \(command)'"
    }

    @Test(.enabled(if: canHideProc, "a mount namespace needs root"))
    func theCommandLineCountsWithoutProc() async throws {
        for (words, code) in [("--version", 0), ("nonsense", 64), ("inspect /no/movie.mp4", 66)] {
            let result = try await CommandRunner.run(
                ["-c", Self.hiding("\(CommandRunner.facecap) \(words)")], of: "/bin/sh")
            #expect(result.exitCode == code, "\(words): \(result.messages)")
            #expect(!result.output.contains("Usage:"), "\(words)")
        }
    }
}
