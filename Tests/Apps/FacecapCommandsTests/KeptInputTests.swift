// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import FacecapCommands

/// What is read stays as it is, whatever is written, and what is written says what it holds.
@Suite(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg"))
struct KeptInputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func run(_ arguments: [String]) async throws -> CommandResult {
        try await CommandRunner.run(arguments)
    }

    /// Detection that needs no model, and hardly any time.
    private static let cheap = ["--detector", "haar", "--detect-every", "1000"]

    @Test(arguments: [
        ["export", "IN", "--format", "csv", "--output", "IN", "--force"],
        ["export", "IN", "--format", "csv,vtt", "--output", "STEM", "--force"],
        ["report", "IN", "--output", "IN", "--force"],
        ["analyze", "IN", "--report", "IN", "--force"] + cheap,
        ["plan", "IN", "--output", "IN", "--force", "--detector", "haar"],
        ["record", "IN", "--source", "IN", "--force"] + cheap,
        ["render", "IN", "IN", "--force"], ["redact", "IN", "IN", "--force"],
        ["join", "IN", "IN", "--output", "IN", "--force"],
        // The address of a file is its path.
        ["record", "IN", "--source", "file://IN", "--force"] + cheap,
        ["redact", "file://localhostIN", "IN", "--force"],
        ["analyze", "file://IN", "--report", "IN", "--force"] + cheap,
        ["plan", "file:IN", "--output", "IN", "--force", "--detector", "haar"],
    ])
    func noCommandWritesOverItsVideo(_ arguments: [String]) async throws {
        // A name that the extension of a table can be added to.
        let video = path("file.csv")
        try FileManager.default.moveItem(
            atPath: try await FaceVideo.constantRate.write(to: folder), toPath: video)
        let bytes = FileManager.default.contents(atPath: video)
        let name = arguments[0] == "export" ? video : path("file.mp4")
        if name != video { try FileManager.default.moveItem(atPath: video, toPath: name) }
        let words = arguments.map {
            $0 == "STEM" ? String(name.dropLast(4)) : $0.replacing("IN", with: name)
        }
        let run = try await run(words)
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains("is not written over"), "\(run.messages)")
        #expect(FileManager.default.contents(atPath: name) == bytes)
    }

    @Test(arguments: [
        ["analyze", "IN", "--sidecar", "csv", "--force"] + cheap,
        ["analyze", "IN", "--output", "OUT", "--sidecar", "vtt,csv", "--force"] + cheap,
        ["record", "OUT", "--source", "IN", "--sidecar", "csv", "--force"] + cheap,
    ])
    func noTableWritesOverTheVideoThatItsNameLeadsTo(_ arguments: [String]) async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        let bytes = FileManager.default.contents(atPath: video)
        for table in [String(video.dropLast(4)) + ".csv", path("out.csv")] {
            try FileManager.default.createSymbolicLink(
                atPath: table, withDestinationPath: video)
        }
        let run = try await run(
            arguments.map { $0 == "IN" ? video : $0 == "OUT" ? path("out.mp4") : $0 })
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains("is not written over"), "\(run.messages)")
        #expect(FileManager.default.contents(atPath: video) == bytes)
    }

    @Test func noPhotoTakesThePlaceOfWhatIsRead() async throws {
        let clip = path("clip.mov")
        try FileManager.default.moveItem(
            atPath: try await FaceVideo.constantRate.write(to: folder), toPath: clip)
        try await FaceVideo.convert(["-i", clip, "-frames:v", "1", path("photo.jpg")])
        for (photo, source, words) in [
            ("clip.jpg", "clip.mov", ["--live-photo"]), ("photo.jpg", "photo.jpg", []),
        ] {
            let bytes = FileManager.default.contents(atPath: path(source))
            let run = try await run(
                ["photo", "--force", path(photo), "--source", path(source), "--detector", "haar"]
                    + words)
            #expect(run.exitCode == 64, "\(run.messages)")
            #expect(
                run.messages.contains("\(path(source)) is what is read"), "\(run.messages)")
            #expect(FileManager.default.contents(atPath: path(source)) == bytes)
        }
        #expect(folder.contents == ["clip.mov", "photo.jpg"])
    }

    /// Several files have names of their own, which may be that of what is read.
    @Test(arguments: [
        ["record", "talk.mp4", "--source", "IN", "--split", "1s"] + cheap,
        ["record", "talk.mp4", "--source", "IN"] + cheap,
        ["photo", "talk.jpg", "--source", "IN", "--count", "9", "--detector", "haar"],
    ])
    func noFileOfASeriesTakesThePlaceOfWhatIsRead(_ arguments: [String]) async throws {
        let video = path("talk-002" + (arguments[0] == "photo" ? ".jpg" : ".mp4"))
        try FileManager.default.moveItem(
            atPath: try await FaceVideo.constantRate.write(to: folder), toPath: video)
        let bytes = FileManager.default.contents(atPath: video)
        let words = arguments.map {
            $0 == "IN" ? video : $0.hasPrefix("talk") ? path($0) : $0
        }
        let refusal = try await run(words + ["--force"])
        #expect(refusal.exitCode == 64, "\(refusal.messages)")
        #expect(refusal.messages.contains("is not written over"), "\(refusal.messages)")
        #expect(FileManager.default.contents(atPath: video) == bytes)
        // Nothing is replaced without --force: others pass by the name.
        let run = try await run(words)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(FileManager.default.contents(atPath: video) == bytes)
    }

    @Test func noFileOfASeriesTakesThePlaceOfWhatALinkLeadsTo() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        let bytes = FileManager.default.contents(atPath: video)
        try FileManager.default.createSymbolicLink(
            atPath: path("talk-002.mp4"), withDestinationPath: video)
        for source in [video, path("talk-002.mp4")] {
            let run = try await run(
                ["record", path("talk.mp4"), "--source", source, "--split", "1s", "--force"]
                    + Self.cheap)
            #expect(run.exitCode == 64, "\(run.messages)")
            #expect(FileManager.default.contents(atPath: video) == bytes)
        }
    }

    @Test func onePhotoTakesThePlaceOfNoFileWithANumber() async throws {
        let image = path("me-001.jpg")
        try await FaceVideo.convert([
            "-f", "lavfi", "-i", "testsrc=s=96x64:d=0.1", "-frames:v", "1", image,
        ])
        let run = try await run(
            ["photo", path("me.jpg"), "--source", image, "--force", "--detector", "haar"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(folder.contents == ["me-001.jpg", "me.jpg"])
    }

    /// Adding faces to it in place would lose what is beside its frames.
    @Test func aVideoThatIsNoMovieIsNotReplacedByItsCopy() async throws {
        let clip = path("clip.mp4")
        let video = try await FaceVideo.constantRate.write(to: folder)
        try await FaceVideo.convert(["-i", video, "-c", "copy", "-f", "matroska", clip])
        let bytes = FileManager.default.contents(atPath: clip)
        let run = try await run(["analyze", clip, "--output", clip, "--force"] + Self.cheap)
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains("is not written over"), "\(run.messages)")
        #expect(FileManager.default.contents(atPath: clip) == bytes)
    }

    @Test func aPageTakesNotThePlaceOfTheCopyThatItIsAbout() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        let copy = path("copy.mp4")
        let run = try await run(
            ["analyze", video, "--output", copy, "--report", folder.path + "//copy.mp4"]
                + Self.cheap)
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains("is what is written of \(video)"), "\(run.messages)")
        #expect(folder.contents == ["file.mp4"])
    }

    @Test func namesThatDifferInTheirBytesAreTwoFiles() async throws {
        let inputs = try TemporaryFolder()
        let video = try await FaceVideo.constantRate.write(to: inputs)
        for name in ["e\u{301}.mp4", "\u{E9}.mp4"] {
            try inputs.write(
                Array(FileManager.default.contents(atPath: video) ?? Data()), to: name)
        }
        try FileManager.default.removeItem(atPath: video)
        let run = try await run(
            ["analyze", inputs.path, "--output-dir", folder.path] + Self.cheap)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(folder.contents.count == 2)
    }

    @Test func analyzeTakesNoVideoForItsOwnCopy() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        let run = try await run(["analyze", video, "--output-dir", folder.path] + Self.cheap)
        #expect(run.exitCode == 74)
        #expect(run.messages.contains("\(video) exists; use --force to replace it."))
    }

    @Test func aCopyNamesTheDetectorThatFoundItsFaces() async throws {
        let plain = path("plain.mov")
        try await FaceVideo.convert([
            "-f", "lavfi", "-i", "testsrc=s=96x64:d=0.2", "-c:v", "libx264", "-metadata",
            "title=Plain", plain,
        ])
        for words in [
            ["analyze", plain, "--output", path("one.mov")] + Self.cheap,
            ["redact", plain, path("two.mp4"), "--detector", "haar"],
            ["analyze", path("one.mov"), "--output", path("three.mov")] + Self.cheap,
        ] {
            try await FaceVideo.succeed(words)
        }
        for name in ["one.mov", "two.mp4", "three.mov"] {
            let records = try await run(["export", path(name), "--format", "jsonl"])
            #expect(records.output.contains(#""detector":{"name":"haar"}"#), "\(name)")
            let inspection = try await run(["inspect", "--json", path(name)])
            let count = inspection.output.split(separator: "org.facecap.detector").count - 1
            #expect(count == 1, "\(name)")
        }
        let tags = try await CommandRunner.run(
            [
                "-v", "error", "-show_entries", "format_tags=title", "-of", "csv=p=0",
                path("one.mov"),
            ],
            of: "/usr/bin/ffprobe")
        #expect(tags.output == "Plain\n")
    }

    @Test func exportGoesOnWhereOneReaderGoesAway() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        try folder.write(Array("old".utf8), to: "x.vtt")
        #expect(mkfifo(path("x.csv"), 0o600) == 0)
        async let reader = CommandRunner.run(
            ["-c", ": < \"$1\"", "sh", path("x.csv")], of: "/bin/sh")
        let run = try await run([
            "export", video, "--format", "csv,vtt", "--output", path("x"), "--force",
        ])
        #expect(try await reader.exitCode == 0)
        #expect(run.exitCode == 0, "\(run.messages)")
        let table = try #require(FileManager.default.contents(atPath: path("x.vtt")))
        #expect(table.starts(with: Array("WEBVTT".utf8)))
    }

    @Test(arguments: [
        (["redact", "IN", "out.mp4", "--sound", "drop", "--bleep", "0s-1s"], "--bleep"),
        (["redact", "IN", "out.mp4", "--bleep", "12.5s-14s"], "has no audio from 00:12.5"),
        (["recover", "IN", "--output", "out.mkv"], "MP4 (.mp4"),
        (["record", "out.mp4", "--source", "IN", "--post-roll", "3s"], "--on-face"),
        (["record", "out.mp4", "--source", "IN", "--audio-bit-rate", "64k"], "--audio"),
        (["live", "--source", "IN", "--draw", "none"], "--annotate"),
        (["live", "--source", "IN", "--json", "--truth"], "synthetic"),
    ])
    func whatWouldDoNothingOrHarmIsRefused(_ arguments: [String], _ word: String) async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        let words = arguments.map { $0 == "IN" ? video : $0.hasPrefix("out.") ? path($0) : $0 }
        let run = try await run(words)
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains(word), "\(run.messages)")
        #expect(folder.contents == ["file.mp4"])
    }

    @Test(arguments: ["export", "report", "render", "inspect"])
    func pipesAreNotWaitedFor(_ command: String) async throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let others = ["export": ["--format", "csv"], "report": [], "render": [path("out.mp4")]]
        let run = try await run([command, path("pipe")] + (others[command] ?? []))
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(run.messages.contains("not a regular file"))
    }

    @Test func aRefusedRecordingLeavesNothingBehind() async throws {
        try folder.write([], to: "d.depth.mkv")
        let run = try await run([
            "record", path("d.mp4"), "--source", "synthetic:frames=3,pace=fast", "--depth",
            "synthetic", "--sidecar", "csv", "--detector", "haar",
        ])
        #expect(run.exitCode == 74)
        #expect(run.messages.contains("d.depth.mkv exists"))
        #expect(folder.contents == ["d.depth.mkv"])
    }

    @Test func noMovieHasTheNameOfATableOrOfAnotherKindOfFile() async throws {
        for ending in FaceExportFormat.allCases.map(\.fileExtension) + [
            "txt", "srt", "html", "HEIC",
        ] {
            #expect(throws: FacecapError.self) { try MovieName.check("out.\(ending)") }
        }
        for name in ["out.mp4", "out.MOV", "out.day", "csv", ".csv", "out"] {
            #expect(throws: Never.self) { try MovieName.check(name) }
        }
        let path = path("out.csv")
        let video = try await FaceVideo.constantRate.write(to: folder)
        for words in [
            ["record", path, "--source", video], ["analyze", video, "-o", path],
            ["render", video, path], ["redact", video, path], ["join", video, video, "-o", path],
            ["remux", video, path], ["strip", video, path], ["recover", video, "-o", path],
        ] {
            let run = try await self.run(words)
            #expect(run.exitCode == 64 && run.messages.contains("MP4 (.mp4"), "\(words)")
        }
        #expect(folder.contents == ["file.mp4"])
    }

    @Test func noMovieGoesToStandardOutputNorIntoAFileOfThatName() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        for words in [
            ["record", "-", "--source", "synthetic"], ["analyze", video, "-o", "-"],
            ["render", video, "-"], ["redact", video, "-"], ["join", video, video, "-o", "-"],
        ] {
            let run = try await self.run(words)
            #expect(run.exitCode == 64 && run.messages.contains("./-"), "\(words): \(run.messages)")
        }
        let plan = try await run(["plan", video, "-o", "-", "--detector", "haar"])
        #expect(plan.exitCode == 0 && plan.output.hasPrefix("{"), "\(plan.messages)")
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }
}
