// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `facecap export --format coco --images`.
struct ExportImagesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Records a movie of `frames` frames that is displayed upright, 120x160.
    private func record(_ name: String, frames: Int) async throws -> String {
        let source = "synthetic:faces=1,size=160x120,frames=\(frames),pace=fast"
        let words =
            ["record", path(name), "--source", source, "--rotate", "90"] + CheapDetection.ofOneFace
        let run = try await CommandRunner.run(words)
        try #require(run.exitCode == 0, "\(run.messages)")
        return path(name)
    }

    private func export(_ movie: String, _ words: String...) async throws -> CommandResult {
        try await CommandRunner.run(["export", movie, "--format", "coco", "--images"] + words)
    }

    private func names(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }

    @Test func theImagesAreTheFramesAsTheyAreDisplayed() async throws {
        let movie = try await record("talk.mp4", frames: 12)
        let run = try await export(movie, "-o", path("set"))
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output == "" && run.messages.contains("12 images"))
        #expect(try names("set/annotations") == ["instances_talk.json"])
        let images = try names("set/images/talk")
        #expect(images.count == 12 && images.first == "frame_000000.png")
        #expect(images.last == "frame_000011.png")
        let png = try Data(contentsOf: URL(filePath: path("set/images/talk/frame_000000.png")))
        let density = try #require(png.firstRange(of: Data("pHYs".utf8)))
        #expect(Array(png[density.upperBound...].prefix(9)) == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        // FFmpeg turns and counts the frames itself; another frame of the moving face has 25 dB.
        let compared = try await CommandRunner.run(
            [
                "-v", "info", "-i", path("set/images/talk/frame_%06d.png"), "-i", movie, "-lavfi",
                "[0]format=gbrp[a];[1]format=gbrp[b];[a][b]psnr=stats_file=" + path("psnr.txt"),
                "-f", "null", "-",
            ], of: "/usr/bin/ffmpeg")
        #expect(compared.exitCode == 0, "\(compared.messages)")
        let text = try String(contentsOfFile: path("psnr.txt"), encoding: .utf8)
        let ratios = text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("psnr_avg:") }
            .compactMap { Double($0.dropFirst(9)) }
        #expect(ratios.count == 12 && ratios.allSatisfy { $0 > 32 }, "\(ratios)")
    }

    /// Its edit begins between two frames.
    @Test func eachFrameOfAVideoThatWasCutHasANumber() async throws {
        let commands = [
            "-f lavfi -i testsrc=s=160x120:r=24000/1001:d=3 -c:v libx264 -bf 2 \(path("whole.mp4"))",
            "-ss 0.53 -i \(path("whole.mp4")) -t 1 -c copy \(path("cut.mp4"))",
        ]
        for command in commands {
            let words = ["-v", "error"] + command.split(separator: " ").map(String.init)
            let run = try await CommandRunner.run(words, of: "/usr/bin/ffmpeg")
            try #require(run.exitCode == 0, "\(run.messages)")
        }
        let run = try await CommandRunner.run(
            ["analyze", path("cut.mp4"), "-o", path("faces.mp4")] + CheapDetection.ofNobody)
        try #require(run.exitCode == 0, "\(run.messages)")
        let exported = try await export(path("faces.mp4"), "-o", path("set"))
        #expect(exported.exitCode == 0, "\(exported.messages)")
        let table = try await CommandRunner.run(["export", path("faces.mp4"), "--format", "jsonl"])
        let count = try JSONLines.parse(table.output).frames.count
        let images = try names("set/images/faces")
        #expect(count > 20 && images.count == count, "\(count): \(images)")
        #expect(images.last?.contains("_0000\(count - 1)") == true)
    }

    @Test func severalMoviesShareAFolderAndStaleImagesGo() async throws {
        let long = try await record("talk.mp4", frames: 9)
        let other = try await record("walk.mp4", frames: 2)
        for movie in [long, other] {
            #expect(try await export(movie, "-o", path("set"), "--landmarks").exitCode == 0)
        }
        #expect(
            try names("set/annotations")
                == ["person_keypoints_talk.json", "person_keypoints_walk.json"])
        let refused = try await export(other, "-o", path("set"))
        #expect(refused.exitCode == 74 && refused.messages.contains("--force"))
        // A shorter movie of the same name, mirrored, beside another format.
        try FileManager.default.removeItem(atPath: long)
        try FileManager.default.moveItem(atPath: other, toPath: long)
        let again = try await export(long, "-o", path("set"), "--force", "--mirror")
        #expect(again.exitCode == 0, "\(again.messages)")
        #expect(try names("set/images/talk") == ["frame_000000.png", "frame_000001.png"])
        let both = try await CommandRunner.run([
            "export", long, "--format", "coco,csv", "--images", "-o", path("talk"),
        ])
        #expect(both.exitCode == 0, "\(both.messages)")
        #expect(try names("talk.coco") == ["annotations", "images"])
        #expect(try names("").contains("talk.csv"))
    }

    @Test(arguments: [false, true])
    func aKilledExportLeavesNoFolderOfSomeImages(replaces: Bool) async throws {
        let movie = try await record("talk.mp4", frames: 300)
        if replaces {
            try folder.write([1], to: "set/images/talk/frame_000000.png")
            try folder.write([2], to: "set/annotations/instances_talk.json")
        }
        // What a killed run left is used again.
        try folder.write([3], to: "set/images/.facecap-talk/frame_000009.png")
        let watch = try FolderWatch(path("set/images/.facecap-talk"))
        let run = try await CommandRunner.start([
            "export", movie, "--format", "coco", "--images", "-o", path("set"), "--force",
        ])
        #expect(await watch.waitForWrite { _ in true })
        run.send(SIGKILL)
        _ = await run.result()
        let images = try? names("set/images/talk")
        #expect(images == (replaces ? ["frame_000000.png"] : nil))
        #expect(try names("set/annotations") == (replaces ? ["instances_talk.json"] : []))
        let again = try await export(movie, "-o", path("set"), "--force")
        #expect(again.exitCode == 0, "\(again.messages)")
        #expect(try names("set/images/talk").count == 300 && names("set/images") == ["talk"])
    }

    @Test func whatMakesNoSenseIsNamed() async throws {
        let movie = try await record("talk.mp4", frames: 1)
        let cases: [([String], String)] = [
            (["--format", "csv", "--images", "-o", path("x")], "--format coco"),
            (["--format", "coco", "--images"], "--output"),
            (["--format", "coco", "--images", "-o", "-"], "--output"),
            (["--format", "coco,csv", "--images", "-o", "-"], "takes one format"),
        ]
        for (words, text) in cases {
            let run = try await CommandRunner.run(
                ["export", movie] + words, workingDirectory: folder.path)
            #expect(run.exitCode == 64 && run.messages.contains(text), "\(words): \(run.messages)")
        }
        #expect(try names("") == ["talk.mp4"])
    }

    @Test func aMovieWhoseFramesCannotBeDecodedIsDamaged() async throws {
        let movie = try await record("talk.mp4", frames: 6)
        let packets = try await CommandRunner.run(
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size", "-of",
                "csv=p=0", movie,
            ], of: "/usr/bin/ffprobe")
        let packet = try #require(packets.output.split(separator: "\n").dropFirst(3).first)
        let numbers = packet.split(separator: ",").compactMap { Int($0) }
        var bytes = try #require(FileManager.default.contents(atPath: movie)).map { $0 }
        for index in numbers[1]..<(numbers[0] + numbers[1]) { bytes[index] = 0 }
        try folder.write(bytes, to: "talk.mp4")
        let run = try await export(movie, "-o", path("set"))
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(try names("set/annotations") == ["instances_talk.json"])
    }

    @Test func anExportThatFailsLeavesNoEmptyFolders() async throws {
        let movie = try await record("talk.mp4", frames: 2)
        try FaceTrackMovie.change(movie) { bytes, _ in
            for codec in bytes.ranges(of: Array("avc1".utf8)) {
                bytes.replaceSubrange(codec, with: Array("none".utf8))
            }
        }
        let run = try await export(movie, "-o", path("new/set"))
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(try names("") == ["talk.mp4"])
        try #require(mkdir(path("old"), 0o700) == 0)
        #expect(try await export(movie, "-o", path("old")).exitCode == 65)
        #expect(try names("") == ["old", "talk.mp4"] && names("old") == [])
    }

    private func annotations() throws -> String {
        try String(contentsOfFile: path("set/annotations/instances_talk.json"), encoding: .utf8)
    }

    @Test func imagesAndAnnotationsEndWhereTheTrackIsDamaged() async throws {
        let movie = try await record("talk.mp4", frames: 6)
        try FaceTrackMovie.cutFaces(2, of: movie)
        let run = try await export(movie, "-o", path("set"))
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(run.messages.contains("What was written holds"), "\(run.messages)")
        #expect(try names("set/images/talk").count == 4)
        #expect(try annotations().ranges(of: "\"file_name\"").count == 4)
    }

    @Test func aDamagedTrackReplacesNoDataSet() async throws {
        let movie = try await record("talk.mp4", frames: 6)
        #expect(try await export(movie, "-o", path("set")).exitCode == 0)
        let before = try annotations()
        try FaceTrackMovie.cutFaces(2, of: movie)
        let run = try await export(movie, "-o", path("set"), "--force")
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(run.messages.contains("instances_talk.json is left as it was."), "\(run.messages)")
        #expect(try names("set/images/talk").count == 6)
        #expect(try annotations() == before)
    }

    @Test(.enabled(if: Consumer.isInstalled, "needs Scripts/setup-consumers"))
    func datumaroReadsImagesAndBoxes() async throws {
        let movie = try await record("talk.mp4", frames: 3)
        #expect(try await export(movie, "-o", path("set")).exitCode == 0)
        let read = try await Consumer.run("read_folder.py", [path("set")])
        let lines = read.output.split(separator: "\n").map(String.init)
        #expect(
            lines.map { $0.prefix { $0 != "[" } }
                == (0..<3).map { "talk frame_00000\($0) 120x160 " }, "\(read.messages)")
        #expect(lines.last?.contains("['bbox']") == true, "\(lines)")
    }
}
