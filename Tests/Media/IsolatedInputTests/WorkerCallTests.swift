// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The system calls of workers, as `strace` sees them, beside those that docs/isolation.md promises.
@Suite(
    .enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"),
        "strace is not installed"))
struct WorkerCallTests {
    @Test(
        .enabled(
            if: !Sanitizer.isInUse, "a sanitizer makes calls of its own, and none below strace"),
        arguments: IsolatedFileInputTests.media)
    func aWorkerMakesTheCallsThatTheDocumentationNames(
        _ media: (name: String, arguments: String)
    ) async throws {
        let folder = try MediaFolder()
        let path = try await OwnThread.run { try folder.make(media.name, media.arguments) }
        let trace = folder.path("trace")
        let run = try await CommandRunner.run(
            [
                "-f", "-qq", "-s", "0", "-o", trace, CommandRunner.facecap, "live", "--json",
                "--source", path, "--detect-every", "1000", "--detector", "haar", "--mesh", "off",
            ], of: "/usr/bin/strace")
        try #require(run.exitCode == 0, "\(run.messages)")
        let calls = Self.workerCalls(try String(contentsOfFile: trace, encoding: .utf8))
        #expect(calls.contains("recvmsg") && calls.contains("sendmsg"))
        let promised = try Self.promisedCalls()
        #expect(calls.subtracting(promised) == [], "\(media.name)")
    }

    @Test func theDocumentationNamesTheCallsOfTheFilter() throws {
        let source = try String(
            contentsOfFile: Repository.path("Sources/Base/CIsolation/isolation.c"), encoding: .utf8)
        let list = try #require(
            source.firstRange(of: "decoding_calls[] = {").map { source[$0.upperBound...] })
        let filter = list.prefix { $0 != "}" }.matches(of: /__NR_(\w+),/).map { String($0.1) }
        let special: Set = [
            "clone", "clone3", "prctl", "prlimit64", "open", "openat", "stat", "newfstatat",
            "tgkill", "writev",
        ]
        #expect(Set(filter) == (try Self.promisedCalls()).subtracting(special))
    }

    /// The calls that processes and their threads make from when they gave up everything else.
    private static func workerCalls(_ trace: String) -> Set<String> {
        var workers: Set<Substring> = []
        var confined: Set<Substring> = []
        var calls: Set<String> = []
        for line in trace.split(separator: "\n") {
            guard let match = line.firstMatch(of: /^(\d+) +(\w+)\(/) else { continue }
            let (process, call) = (match.1, String(match.2))
            if call == "landlock_restrict_self" { workers.insert(process) }
            if confined.contains(process) {
                calls.insert(call)
                // A thread is as its process; its number stands at the end.
                if call == "clone", let thread = line.firstMatch(of: /= (\d+)$/) {
                    confined.insert(thread.1)
                }
            }
            if call == "seccomp", workers.contains(process) { confined.insert(process) }
        }
        return calls
    }

    /// The names in code of the section on what a worker may do.
    private static func promisedCalls() throws -> Set<String> {
        let text = try String(contentsOfFile: Repository.path("docs/isolation.md"), encoding: .utf8)
        let start = try #require(text.firstRange(of: "| calls | for |")).upperBound
        let end = try #require(text[start...].firstRange(of: "Addresses add")).lowerBound
        return Set(text[start..<end].matches(of: /`(\w+)`/).map { String($0.1) })
    }
}
