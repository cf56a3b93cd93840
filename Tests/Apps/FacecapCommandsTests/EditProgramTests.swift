// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
struct EditProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func makeFragments(_ name: String) async throws {
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=96x64:r=25:d=2", "-c:v", "libx264",
                "-g", "10", "-movflags", "frag_keyframe+empty_moov", path(name),
            ], of: "/usr/bin/ffmpeg")
        try #require(result.exitCode == 0)
    }

    @Test func recoverSaysWhatIsKept() async throws {
        try await makeFragments("a.mp4")
        let first = try await CommandRunner.run(["recover", path("a.mp4")])
        #expect(first.exitCode == 0)
        #expect(
            first.messages.hasPrefix(
                "facecap: \(path("a.mp4")): recovered 00:02.0, 50 frames, of "))
        #expect(first.messages.hasSuffix(" fragments; nothing of the file was lost\n"))
        #expect(first.output == "")
        let second = try await CommandRunner.run(["recover", path("a.mp4")])
        #expect(
            second.messages == "facecap: \(path("a.mp4")): was finished: 00:02.0, 50 frames\n")
    }

    @Test func recoverGoesOnBehindAFileThatCannotBeRecovered() async throws {
        try await makeFragments("a.mp4")
        try folder.write(Array("no movie".utf8), to: "b.mp4")
        let run = try await CommandRunner.run(["recover", path("b.mp4"), path("a.mp4")])
        #expect(run.exitCode == 65)
        #expect(run.messages.contains("recovered 00:02.0"))
        #expect(try await CommandRunner.run(["recover", path("c.mp4")]).exitCode == 66)
        let both = ["recover", "--output", path("d.mp4"), path("a.mp4"), path("b.mp4")]
        #expect(try await CommandRunner.run(both).exitCode == 64)
    }

    /// An output leaves the recording unchanged.
    @Test func recoverDoesNotReplaceTheRecordingByItsCopy() async throws {
        try await makeFragments("a.mp4")
        try FileManager.default.linkItem(atPath: path("a.mp4"), toPath: path("link.mp4"))
        let bytes = try Data(contentsOf: URL(filePath: path("a.mp4")))
        for output in ["a.mp4", "link.mp4"] {
            let run = try await CommandRunner.run([
                "recover", path("a.mp4"), "--output", path(output), "--force",
            ])
            #expect(run.exitCode == 64, "\(run.messages)")
            #expect(run.messages.contains("is the recording itself"), "\(run.messages)")
        }
        #expect(try Data(contentsOf: URL(filePath: path("a.mp4"))) == bytes)
    }

    @Test func nothingIsKnownWhereTheLastMovieHasNoFaces() async throws {
        let source = "synthetic:faces=0,size=160x120,frames=10,fps=10,pace=fast"
        let commands = [
            ["record", path("in.mp4"), "--source", source] + CheapDetection.ofNobody,
            ["strip", path("in.mp4"), path("out.mp4")],
            ["join", path("in.mp4"), path("out.mp4"), "-o", path("all.mp4")],
        ]
        for words in commands {
            let run = try await CommandRunner.run(words)
            try #require(run.exitCode == 0, "\(run.messages)")
        }
        let run = try await CommandRunner.run(["export", path("all.mp4"), "--format", "jsonl"])
        let gaps = try JSONLines.parse(run.output).filter { $0["event"] as? String == "gap" }
        #expect(gaps.count == 1 && gaps.first?["pts"] as? Double == 1, "\(run.output)")
        #expect(gaps.first?["gap_ms"] as? Double == 1000, "\(gaps)")
    }

    @Test(arguments: [
        ("", "; there was nothing to remove"), ("--no-metadata", ", without metadata"),
    ])
    func stripSaysWhatIsLeftOutOfAMovieWithoutFaces(option: String, words: String) async throws {
        try await makeFragments("a.mp4")
        let options = option.isEmpty ? [] : [option]
        let run = try await CommandRunner.run(["strip", path("a.mp4"), path("b.mp4")] + options)
        #expect(run.exitCode == 0 && run.messages.hasSuffix(words + "\n"), "\(run.messages)")
    }

    @Test(arguments: ["remux", "strip"])
    func copiesReplaceNothingUnasked(command: String) async throws {
        try await makeFragments("a.mp4")
        try folder.write([1], to: "b.mp4")
        let refused = try await CommandRunner.run([command, path("a.mp4"), path("b.mp4")])
        #expect(refused.exitCode == 74)
        let forced = try await CommandRunner.run([command, path("a.mp4"), path("b.mp4"), "--force"])
        #expect(forced.exitCode == 0)
        #expect(forced.messages.hasPrefix("facecap: wrote \(path("b.mp4")): 1 track, 00:02.0, "))
        #expect(folder.contents == ["a.mp4", "b.mp4"])
    }
}
