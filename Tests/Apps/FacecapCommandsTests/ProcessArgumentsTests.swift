// SPDX-License-Identifier: Apache-2.0
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
    private static let canHideProc =
        CommandRunner.output(of: ["/bin/sh", "-c", hiding("true")]) != nil

    private static func hiding(_ command: String) -> String {
        // A sanitizer finds its options there alone; leaks are searched for through /proc.
        let write = #"printf "LSAN_OPTIONS=detect_leaks=0\0" > /proc/self/environ"#
        let options = Sanitizer.isInUse ? "mkdir /proc/self && \(write) &&" : ""
        return "unshare --mount sh -c 'mount -t tmpfs none /proc && \(options) exec \(command)'"
    }

    /// Without it libdispatch ends a program that runs for longer than a second.
    @Test(.enabled(if: canHideProc, "a mount namespace needs root"))
    func withoutProcTheCommandLineCountsAndCommandsAreRefused() async throws {
        let refused = [
            "live", "record x.mp4", "photo x.jpg", "analyze x.mp4", "inspect x.mp4",
            "recover x.mp4",
            "redact x.mp4 y.mp4", "export x.mp4", "models list", "devices", "doctor",
        ].map { ($0, Int32(71)) }
        let parsed: [(String, Int32)] = [
            ("--version", 0), ("help live", 0), ("live --help", 0), ("nonsense", 64),
        ]
        for (words, code) in parsed + refused {
            let result = try await CommandRunner.run(
                ["-c", Self.hiding("\(CommandRunner.facecap) \(words)")], of: "/bin/sh")
            #expect(result.exitCode == code, "\(words): \(result.messages)")
            if code == 71 { #expect(result.messages.contains("mount -t proc"), "\(words)") }
        }
    }
}
