// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

/// `facecap join`: the files of a recording become what one file would have been.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct JoinProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func run(_ words: [String]) async throws -> CommandResult {
        try await CommandRunner.run(words)
    }

    private func succeed(_ words: [String]) async throws {
        let run = try await run(words)
        try #require(run.exitCode == 0, "\(words): \(run.messages)")
    }

    /// Faces that come and go for ten seconds, with a tone.
    private func makeSource() async throws -> String {
        try await succeed([
            "record", path("faces.mp4"), "--source",
            "synthetic:faces=2,size=160x120,fps=30,frames=300,motion=enter-leave,pace=fast",
            "--no-clock", "-q",
        ])
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-i", path("faces.mp4"), "-f", "lavfi", "-i",
                "sine=frequency=440:duration=10:sample_rate=48000", "-map", "0:v", "-map", "1:a",
                "-c:v", "copy", "-c:a", "aac", "-shortest", path("source.mp4"),
            ], of: try #require(InstalledProgram.ffmpeg))
        try #require(made.exitCode == 0)
        return path("source.mp4")
    }

    private func record(_ name: String, _ source: String, _ words: [String] = []) async throws {
        try await succeed(
            ["record", path(name), "--source", source, "--audio", "source", "--no-clock", "-q"]
                + ["--marker", "begin"] + words)
    }

    /// What `ffprobe` says of the frames or packets of a stream.
    private func probe(_ name: String, _ stream: String, _ entries: String) async throws -> String {
        try await CommandRunner.run(
            [
                "-v", "error", "-select_streams", stream, "-show_entries", entries, "-of",
                "csv=p=0",
                path(name),
            ], of: try #require(InstalledProgram.ffprobe)
        ).output
    }

    private func decodedAudio(_ name: String) async throws -> String {
        try await CommandRunner.run(
            ["-v", "error", "-i", path(name), "-map", "0:a", "-f", "md5", "-"],
            of: try #require(InstalledProgram.ffmpeg)
        ).output
    }

    /// The records of all frames and events.
    private func faces(_ name: String) async throws -> [Substring] {
        let run = try await run(["export", path(name), "--format", "jsonl"])
        try #require(run.exitCode == 0, "\(run.messages)")
        return run.output.split(separator: "\n").filter { !$0.contains("\"type\":\"session\"") }
    }

    private func expectSame(_ joined: String, as one: String) async throws {
        for (stream, entries) in [
            ("v", "frame=pts_time"), ("a", "packet=pts_time,duration_time,size"),
        ] {
            let expected = try await probe(one, stream, entries)
            #expect(try await probe(joined, stream, entries) == expected)
            #expect(expected.count > 100)
        }
        #expect(try await decodedAudio(joined) == decodedAudio(one))
        #expect(try await faces(joined) == faces(one))
        let pages = [
            try await run(["inspect", path(one)]), try await run(["inspect", path(joined)]),
        ]
        .map { page in
            page.output.split(separator: "\n").drop { $0 != "Faces (track 3)" }
                .filter { !$0.contains("org.facecap.recording") }
        }
        #expect(pages[0] == pages[1] && pages[0].count > 5)
    }

    @Test func tenFilesOfARecordingBecomeWhatOneFileWouldHaveBeen() async throws {
        let source = try await makeSource()
        try await record("one.mp4", source)
        try await record("part.mp4", source, ["--split", "1s"])
        let parts = folder.contents.filter { $0.hasPrefix("part-") }.map(path)
        #expect((9...10).contains(parts.count))
        try await succeed(["join"] + parts + ["-o", path("all.mp4"), "-q"])
        try await expectSame("all.mp4", as: "one.mp4")
        let turned = try await run(["join", parts[1], parts[0], "-o", path("turned.mp4")])
        #expect(turned.exitCode == 0)
        #expect(turned.messages.contains("\(parts[0]) was recorded before \(parts[1])"))
        // In two steps.
        try await succeed(["join"] + parts.prefix(4) + ["--output", path("begin.mp4")])
        try await succeed(["join"] + parts.dropFirst(4) + ["--output", path("end.mp4")])
        let both = [path("begin.mp4"), path("end.mp4"), "-o", path("both.mp4")]
        try await succeed(["join", "--fast-start"] + both)
        try await expectSame("both.mp4", as: "one.mp4")
    }

    @Test func idsOfAnotherRecordingAreNotShared() async throws {
        let source = try await makeSource()
        try await record("one.mp4", source)
        let joined = try await run([
            "join", path("one.mp4"), path("one.mp4"), "-o", path("two.mp4"),
        ])
        #expect(joined.messages.hasSuffix("ids of faces were changed\n"), "\(joined.messages)")
        let (one, two) = (try await ids("one.mp4"), try await ids("two.mp4"))
        #expect(one.count > 2 && two.count == 2 * one.count)
        #expect(Array(two.prefix(one.count)) == one)
        #expect(two.dropFirst(one.count).map { $0 - (one.max() ?? 0) } == one)
        // Two hundred movies need no more files open than two.
        let many = Array(repeating: path("one.mp4"), count: 200)
        try await succeed(["join"] + many + ["-o", path("many.mp4"), "-q"])
        let count = Int(try await probe("one.mp4", "v", "stream=nb_frames").filter(\.isNumber)) ?? 0
        let frames = try await probe("many.mp4", "v", "stream=nb_frames").filter(\.isNumber)
        #expect(Int(frames) == 200 * count)
    }

    @Test func idsAndFrameNumbersOfAnalyzedPartsAreNotShared() async throws {
        try await succeed(
            ["record", path("part.mp4"), "--split", "1s", "--no-clock", "-q", "--source"]
                + ["synthetic:faces=1,size=160x120,fps=30,motion=still,frames=90,pace=fast"]
                + CheapDetection.ofOneFace)
        let parts = folder.contents.filter { $0.hasPrefix("part-") }
        #expect(parts.count > 1)
        try await succeed(
            ["analyze"] + parts.map(path) + ["--output-dir", path("copies"), "-q"]
                + CheapDetection.ofOneFace)
        let copies = parts.map { "copies/" + $0 }
        try await succeed(["join"] + copies.map(path) + ["-o", path("all.mp4"), "-q"])
        var count = 0
        for copy in copies { count += try await ids(copy).count }
        #expect(count >= parts.count)
        #expect(try await ids("all.mp4").count == count)
        let records = try JSONLines.parse(try await faces("all.mp4").joined(separator: "\n"))
        let numbers = records.frames.compactMap { $0["frame"] as? Int }
        #expect(numbers.count == 90 && Set(numbers).count == 90)
    }

    private func ids(_ name: String) async throws -> [Int] {
        let inspection = try await run(["inspect", "--json", path(name)])
        let track = (try JSONLines.parse(inspection.output).first?["faces"] as? [[String: Any]])?
            .first
        let faces = try #require(track?["ids"] as? [[String: Any]])
        return faces.compactMap { $0["id"] as? Int }
    }

    @Test func whatCannotBeJoinedIsToldWithWhatToDo() async throws {
        for (name, size) in [("a.mp4", "160x120"), ("b.mp4", "96x64")] {
            try await succeed(
                ["record", path(name), "--source", "synthetic:faces=0,size=\(size),frames=5", "-q"]
                    + TestRecording.corner)
        }
        try folder.write([], to: "empty.mp4")
        try folder.write(Array("no movie".utf8), to: "text.mp4")
        try await makeFragments("fragments.mp4")
        let cases: [(words: [String], exitCode: Int32, message: String)] = [
            (["a.mp4", "b.mp4", "-o", "o.mp4"], 64, "frames are H.264, 96 x 64, there they are"),
            (["a.mp4", "empty.mp4", "-o", "o.mp4"], 65, "empty.mp4"),
            (["a.mp4", "text.mp4", "-o", "o.mp4"], 65, "text.mp4"),
            (["fragments.mp4", "-o", "o.mp4"], 65, "facecap recover"),
            (["a.mp4", "none.mp4", "-o", "o.mp4"], 66, "none.mp4"),
            (["a.mp4", "a.mp4", "-o", "b.mp4"], 74, "--force"),
            (["a.mp4", "b.mp4", "-f", "-o", "b.mp4"], 64, "b.mp4 cannot be joined"),
            (["a.mp4", "-f", "-o", "a.mp4"], 64, "which is not written over"),
            (["a.mp4", "-o", "o.mov"], 64, "end the name in .mp4"),
            (["a.mp4", "-o", "o.mkv"], 64, "o.mkv"), (["a.mp4"], 64, "--output"),
            (["a.mp4", "-o", "none/o.mp4"], 74, "create its folder"),
        ]
        let before = folder.contents
        for (words, exitCode, message) in cases {
            let run = try await run(["join"] + words.map { $0.hasPrefix("-") ? $0 : path($0) })
            #expect(run.exitCode == exitCode, "\(words): \(run.messages)")
            #expect(run.messages.contains(message), "\(words): \(run.messages)")
            #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
        }
        #expect(folder.contents == before)
    }

    private func makeFragments(_ name: String) async throws {
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=96x64:r=25:d=1", "-c:v", "libx264",
                "-movflags", "frag_keyframe+empty_moov", path(name),
            ], of: try #require(InstalledProgram.ffmpeg))
        try #require(result.exitCode == 0)
    }
}
