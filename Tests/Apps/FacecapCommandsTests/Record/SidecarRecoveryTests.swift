// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What `recover` does for the files beside a recording.
@Suite struct SidecarRecoveryTests {
    private static let formats = "jsonl,csv,vtt,mot,mot-gt,cvat,coco,openface"

    @Test func whatIsCutShortIsWrittenAgainFromTheFaces() async throws {
        let recording = try TestRecording()
        let command = try await CommandRunner.start(
            recording.words(TestRecording.live, ["--sidecar", Self.formats]))
        #expect(await recording.grows(beyond: 20_000))
        command.send(SIGKILL)
        _ = await command.result()
        let stem = recording.folder.path + "/movie."
        let truth = try Data(contentsOf: URL(filePath: stem + "mot-gt.zip"))
        try recording.folder.write(Array("name,age\n".utf8), to: "movie.csv")
        let run = try await CommandRunner.run(["recover", recording.path])
        #expect(run.exitCode == 0, "\(run.messages)")
        for end in ["jsonl", "vtt", "mot.txt", "cvat.xml", "coco.json", "openface.csv"] {
            #expect(run.messages.contains("movie.\(end): written again"), "\(run.messages)")
        }
        #expect(run.messages.contains("movie.mot-gt.zip is cut short and stays so"))
        #expect(try Data(contentsOf: URL(filePath: stem + "mot-gt.zip")) == truth)
        // A file of somebody else.
        #expect(try Data(contentsOf: URL(filePath: stem + "csv")) == Data("name,age\n".utf8))

        let exported = try await CommandRunner.run([
            "export", recording.path, "--format", "coco", "--landmarks",
        ])
        let coco = try Data(contentsOf: URL(filePath: stem + "coco.json"))
        #expect(String(decoding: coco, as: UTF8.self) == exported.output)
        _ = try JSONSerialization.jsonObject(with: coco)
        let lines = try JSONLines.parse(
            String(decoding: Data(contentsOf: URL(filePath: stem + "jsonl")), as: UTF8.self))
        #expect(lines.last?["type"] as? String == "end")
        // Of the last frames before the kill nothing may be known.
        let frames = try RecordedFaces(path: recording.path).frames.count
        #expect(lines.frames.count == frames && frames > 0)

        let again = try await CommandRunner.run(["recover", recording.path])
        #expect(again.exitCode == 0)
        #expect(!again.messages.contains("written again"))
    }

    /// One that was exported while it was recorded, and that somebody went on with.
    @Test func aTableWithItsEndStaysBesideAMovieThatBrokeOff() async throws {
        let recording = try TestRecording()
        let command = try await recording.start()
        #expect(await command.waitForLines(40))
        command.send(SIGKILL)
        _ = await command.result()
        let stem = recording.folder.path + "/movie"
        let exported = try await CommandRunner.run([
            "export", recording.path, "--format", "eaf,boris,cvat", "--output", stem,
        ])
        #expect(exported.exitCode == 0, "\(exported.messages)")
        let text = try String(contentsOfFile: stem + ".eaf", encoding: .utf8)
            .replacing("</TIME_ORDER>", with: "<!-- mine --></TIME_ORDER>")
        try recording.folder.write(Array(text.utf8), to: "movie.eaf")
        let run = try await CommandRunner.run(["recover", recording.path])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(!run.messages.contains("written again"), "\(run.messages)")
        #expect(try String(contentsOfFile: stem + ".eaf", encoding: .utf8) == text)
    }

    @Test func whatReplacesOthersWaitsForTheMovie() async throws {
        let recording = try TestRecording()
        for name in ["movie.mp4", "movie.csv"] { try recording.folder.write([1, 2, 3], to: name) }
        let failed = try await recording.run(
            "/no/such/file.mp4", ["--force", "--sidecar", "csv"])
        #expect(failed.exitCode == 66)
        for name in ["movie.mp4", "movie.csv"] {
            let path = recording.folder.path + "/" + name
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
        }
        let run = try await recording.run(
            "synthetic:size=160x120,pace=fast,frames=5", ["--force", "--sidecar", "csv"])
        #expect(run.exitCode == 0)
        let table = try Data(contentsOf: URL(filePath: recording.folder.path + "/movie.csv"))
        #expect(table.starts(with: Data("frame,pts".utf8)))
    }

    @Test func whatIsWholeStays() async throws {
        let recording = try TestRecording()
        let run = try await recording.run(
            "synthetic:faces=1,size=160x120,pace=fast,frames=20", ["--sidecar", "jsonl,cvat,coco"])
        #expect(run.exitCode == 0)
        let path = recording.folder.path + "/movie.coco.json"
        let before = try Data(contentsOf: URL(filePath: path))
        let recovered = try await CommandRunner.run(["recover", recording.path])
        #expect(!recovered.messages.contains("written again"), "\(recovered.messages)")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try recording.folder.write(Array(before.dropLast(40)), to: "movie.coco.json")
        let repaired = try await CommandRunner.run(["recover", recording.path])
        #expect(repaired.messages.contains("movie.coco.json: written again"))
        _ = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    }

    @Test func theTablesOfSeveralMoviesAreNamedWithTheCommandThatWritesThem() async throws {
        let recording = try TestRecording()
        let (folder, stem) = (recording.folder.path, recording.folder.path + "/movie")
        let watch = try FolderWatch(folder)
        let command = try await CommandRunner.start(
            recording.words(
                TestRecording.live, ["--split", "1s", "--sidecar", "csv,eaf", "--json"]))
        #expect(
            await watch.wait { FileManager.default.fileExists(atPath: stem + "-002.mp4") })
        command.send(SIGKILL)
        _ = await command.result()
        let run = try await CommandRunner.run(["recover"] + recording.movies)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("\(stem).csv, \(stem).eaf: incomplete"), "\(run.messages)")
        let line = try #require(run.messages.split(separator: "again from all movies: ").last)
        #expect(line.contains("facecap join \(stem)-[0-9]*.mp4 -o \(stem)-joined.mp4 && "))
        let remedy = line.replacing("facecap ", with: CommandRunner.facecap + " ")
        let rewritten = try await CommandRunner.run(["-c", String(remedy)], of: "/bin/sh")
        #expect(rewritten.exitCode == 0, "\(rewritten.messages)")
        let document = try String(contentsOfFile: stem + ".eaf", encoding: .utf8)
        #expect(document.hasSuffix("</ANNOTATION_DOCUMENT>\n"))
        let again = try await CommandRunner.run(["recover"] + recording.movies)
        #expect(!again.messages.contains("incomplete"), "\(again.messages)")
    }

    @Test func theTablesOfARecordingThatWasSplitByHandAreNotThoseOfItsFirstMovie() async throws {
        let recording = try TestRecording()
        let stem = recording.folder.path + "/movie"
        let command = try await recording.start(TestRecording.live, ["--sidecar", "jsonl"])
        #expect(await command.waitForLines(20))
        try command.send(line: "split")
        #expect(await command.waitForMessage("\(recording.path): "), "\(command.messages)")
        #expect(await command.waitForLines(command.lineCount + 40))
        command.send(SIGKILL)
        _ = await command.result()
        let table = try Data(contentsOf: URL(filePath: stem + ".jsonl"))
        let run = try await CommandRunner.run(["recover"] + recording.movies)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try Data(contentsOf: URL(filePath: stem + ".jsonl")) == table)
        #expect(run.messages.contains("\(stem).jsonl: incomplete"), "\(run.messages)")
        #expect(run.messages.contains("facecap join \(recording.path) \(stem)-[0-9]*.mp4"))
    }

    /// A movie of another program, with its subtitles.
    @Test(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg"))
    func whatLiesBesideAMovieWithoutFacesIsNotAskedFor() async throws {
        let folder = try TemporaryFolder()
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=10", "-c:v", "libx264",
                "-movflags", "frag_keyframe+empty_moov", folder.path + "/talk.mp4",
            ], of: "/usr/bin/ffmpeg")
        try #require(made.exitCode == 0, "\(made.messages)")
        try folder.write(Array("WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n".utf8), to: "talk.vtt")
        let run = try await CommandRunner.run(["recover", folder.path + "/talk.mp4"])
        #expect(run.exitCode == 0, "\(run.messages)")
    }
}
