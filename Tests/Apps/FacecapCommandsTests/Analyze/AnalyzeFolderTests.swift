// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `facecap analyze` of several files of which one is a pipe that nobody writes to.
@Suite struct AnalyzeFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func makeVideo() async throws -> String {
        let path = folder.path + "/in/b.mp4"
        try folder.write([], to: "in/notes.txt")
        let run = try await CommandRunner.run(
            ["record", path, "--source", "synthetic:faces=0,size=160x120,frames=5,pace=fast"]
                + CheapDetection.ofNobody)
        try #require(run.exitCode == 0, "\(run.messages)")
        return path
    }

    @Test(arguments: ["analyze IN --output-dir OUT --detector haar", "plan IN --detector haar"])
    func aPipeInAFolderIsNoVideo(command: String) async throws {
        _ = try await makeVideo()
        try #require(mkfifo(folder.path + "/in/a.mp4", 0o600) == 0)
        let words = command.split(separator: " ").map { word in
            word == "IN" ? folder.path + "/in" : word == "OUT" ? folder.path + "/out" : String(word)
        }
        let run = try await CommandRunner.run(words)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.contains("b.mp4") && !run.output.contains("a.mp4"), "\(run.output)")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsTheProgramAfterTheFirstVideoToo(signal: Int32) async throws {
        let video = try await makeVideo()
        let pipe = folder.path + "/pipe.mp4"
        try #require(mkfifo(pipe, 0o600) == 0)
        let run = try await CommandRunner.start(
            ["analyze", video, pipe, "--output-dir", folder.path + "/out"]
                + CheapDetection.ofNobody)
        #expect(await run.waitForOutput(".mp4,analysed,"), "\(run.messages)")
        // The first may come before the first video's watcher is gone.
        while run.isRunning {
            run.send(signal)
            try await Task.sleep(for: .milliseconds(50))
        }
        let exitCode = await run.result().exitCode
        #expect([130, 128 + signal].contains(exitCode), "\(exitCode)")
    }
}
