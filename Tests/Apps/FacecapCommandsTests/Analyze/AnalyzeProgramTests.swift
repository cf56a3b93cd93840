// SPDX-License-Identifier: Apache-2.0
import Facecap
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `facecap analyze` as its users see it; videos are drawn, audio is a tone.
@Suite(.enabled(if: InstalledProgram.ffmpeg != nil)) struct AnalyzeProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private static let video = Task {
        let folder = try TemporaryFolder()
        let drawn = folder.path + "/drawn.mp4"
        let record = try await CommandRunner.run(
            ["record", drawn, "--quiet", "--source"]
                + ["synthetic:faces=1,size=160x120,frames=40,pace=fast,motion=still"]
                + CheapDetection.ofNobody)
        try #require(record.exitCode == 0, "\(record.messages)")
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-y", "-i", drawn, "-f", "lavfi", "-i", "sine=r=16000:d=1.3",
                "-map", "0:v", "-map", "1:a", "-vf", "select=not(eq(mod(n\\,5)\\,3))", "-vsync",
                "vfr", "-c:v", "libx264", "-bf", "2", "-c:a", "aac", folder.path + "/file.mp4",
            ], of: "/usr/bin/ffmpeg")
        try #require(made.exitCode == 0, "\(made.messages)")
        return folder
    }

    /// A video of a drawn face with audio, B-frames and a variable frame rate, made once and copied into the
    /// container that the name tells.
    private func makeVideo(_ name: String) async throws -> String {
        let video = try await Self.video.value.path + "/file.mp4"
        let copy = path(name)
        guard !name.hasSuffix(".mp4") else {
            try FileManager.default.copyItem(atPath: video, toPath: copy)
            return copy
        }
        let made = try await CommandRunner.run(
            ["-v", "error", "-i", video, "-c", "copy", copy], of: "/usr/bin/ffmpeg")
        try #require(made.exitCode == 0, "\(made.messages)")
        return copy
    }

    @discardableResult
    private func succeed(_ arguments: [String]) async throws -> CommandResult {
        let run = try await CommandRunner.run(arguments)
        try #require(run.exitCode == 0, "\(run.messages)")
        return run
    }

    @Test func thePageOfManyVideosHasARowForEachWhicheverCallLookedAtIt() async throws {
        let video = try await makeVideo("a.mp4")
        let bad = try folder.write(Array("no video".utf8), to: "bad.mp4")
        let page = path("page.html")
        let words =
            ["analyze", video, bad, "--report", page, "--output-dir", path("out")]
            + CheapDetection.ofNobody
        var pages: [String] = []
        for status in ["analysed", "passed over"] {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == 65 && run.output.contains(",\(status),"), "\(run.messages)")
            pages.append(try String(contentsOfFile: page, encoding: .utf8))
        }
        #expect(pages[0] == pages[1])
        let name = video.replacing("/", with: "/<wbr>")
        #expect(pages[0].contains("<a href=\"./out/a.mp4\">\(name)</a>"))
        #expect(pages[0].contains("Frames\">32<") && pages[0].contains("Analyzed\">100 %<"))
        #expect(pages[0].contains("bad.mp4 is not a video"))
        // A page alone, of one video; a file of somebody else is not replaced.
        try await succeed(["analyze", video, "--report", page] + CheapDetection.ofNobody)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("1 video, 0:00:01"))
        let refused = try await CommandRunner.run(
            ["analyze", video, "--report", bad] + CheapDetection.ofNobody)
        #expect(refused.exitCode == 74 && refused.messages.contains("--force"))
    }

    /// The checksums of all packets of frames or of audio, with their time stamps.
    private func packets(_ path: String, _ stream: String) async throws -> String {
        let run = try await CommandRunner.run(
            [
                "-v", "error", "-select_streams", stream, "-show_packets", "-show_data_hash", "md5",
                "-show_entries", "packet=pts_time,size,data_hash", "-of", "csv", path,
            ], of: "/usr/bin/ffprobe")
        try #require(run.exitCode == 0, "\(run.messages)")
        return run.output
    }

    /// The samples of the face track with their times in seconds.
    private func faceSamples(_ path: String) throws -> [(time: Double, bytes: [UInt8])] {
        let reader = try MovieReader(path: path)
        let track = try #require(
            reader.tracks.first {
                $0.sampleEntries.first.flatMap(FaceSampleDecoder.init(sampleEntry:)) != nil
            })
        var cursor = reader.samples(of: track)
        var samples: [(time: Double, bytes: [UInt8])] = []
        while let sample = try cursor.next() {
            let seconds = Double(sample.decodeTime) / Double(track.timescale)
            samples.append((seconds, try reader.readBytes(of: sample)))
        }
        return samples
    }

    @Test(arguments: ["file.mp4", "file.mov", "file.mkv"])
    func facesAreAddedAndEveryPacketStays(name: String) async throws {
        let video = try await makeVideo(name)
        try await succeed(["analyze", video, "-o", path("out.mp4")] + CheapDetection.ofOneFace)
        for stream in ["v", "a"] {
            let before = try await packets(video, stream)
            let after = try await packets(path("out.mp4"), stream)
            // Matroska counts milliseconds and has no priming: there only the bytes are compared.
            let column = name.hasSuffix("mkv") ? 2 : 1
            let (old, new) = (columns(before, from: column), columns(after, from: column))
            #expect(old == new, "\(stream)")
            #expect(!old.isEmpty)
        }
        // Where the first frame comes late, the track begins with a sample that says nothing.
        let faces = try faceSamples(path("out.mp4")).filter { $0.bytes != FaceSampleEncoder.gap }
        let images = columns(try await packets(video, "v"), from: 1)
        #expect(faces.count == images.count)
        #expect(faces.contains { $0.bytes.count > 100 })
    }

    private func columns(_ csv: String, from first: Int) -> [String] {
        csv.split(separator: "\n").map {
            $0.split(separator: ",").dropFirst(first).joined(separator: ",")
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalLeavesTheOldCopyOfAnotherFormat(signal: Int32) async throws {
        let video = try await TestVideo.make(in: folder, seconds: 20, size: "320x240")
        let old = try folder.write([1, 2, 3], to: "out.mp4")
        let watch = try FolderWatch(folder.path)
        let command = try await CommandRunner.start([
            "analyze", video, "-o", path("out.mp4"), "-f", "--detector", "haar",
        ])
        // A fragment, for which a recording takes its name.
        for _ in 0..<4 {
            #expect(await watch.waitForWrite { $0.hasPrefix("#") || $0.hasPrefix(".") })
        }
        command.send(signal)
        let run = await command.result()
        #expect(run.exitCode == 130, "\(run.messages)")
        #expect(folder.contents == ["file.mkv", "out.mp4"])
        #expect(FileManager.default.contents(atPath: old) == Data([1, 2, 3]))
    }

    @Test func aSignalSaysWhichTablesEndWhereTheLookDid() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 20, size: "320x240")
        let old = try folder.write([1, 2, 3], to: "file.vtt")
        let watch = try FolderWatch(folder.path)
        let command = try await CommandRunner.start([
            "analyze", video, "--sidecar", "csv,vtt", "-f", "--detector", "haar",
        ])
        // The heads of both tables, and some frames.
        for _ in 0..<6 {
            #expect(await watch.waitForWrite { $0.hasPrefix("#") || $0.hasPrefix(".") })
        }
        command.send(SIGINT)
        let run = await command.result()
        #expect(run.exitCode == 130, "\(run.messages)")
        #expect(run.messages.contains("the video's end; \(path("file.csv")) ends there too\n"))
        #expect(run.messages.contains("the video's end; \(old) is left as it was\n"))
        #expect(FileManager.default.contents(atPath: old) == Data([1, 2, 3]))
    }

    @Test(.enabled(if: !Sanitizer.writesFiles, "the sanitizer needs larger files"))
    func aFailureLeavesTheOldCopyOfAnotherFormat() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 4)
        let old = try folder.write([1, 2, 3], to: "out.mp4")
        // A file that cannot grow beyond its first fragments.
        let run = try await CommandRunner.run(
            [
                "-c", "ulimit -f 12; trap '' XFSZ; exec \"$@\"", "sh", CommandRunner.facecap,
                "analyze", video, "-o", old, "-f", "--detector", "haar",
            ], of: "/bin/bash")
        #expect(run.exitCode == 79, "\(run.messages)")
        #expect(folder.contents == ["file.mkv", "out.mp4"])
        #expect(FileManager.default.contents(atPath: old) == Data([1, 2, 3]))
    }

    @Test func recordingAndAnalysingAVideoGiveTheSameFaceTrack() async throws {
        let video = try await makeVideo("file.mp4")
        let options = CheapDetection.ofOneFace
        try await succeed(["analyze", video, "-o", path("analysed.mp4")] + options)
        try await succeed(
            ["record", path("recorded.mp4"), "--source", video, "--audio", "source"] + options)
        let analysed = try faceSamples(path("analysed.mp4"))
        let recorded = try faceSamples(path("recorded.mp4"))
        #expect(analysed.map(\.bytes) == recorded.map(\.bytes))
        #expect(analysed.map(\.time) == recorded.map(\.time))
        #expect(analysed.count == 32)
    }

    @Test func aSecondAnalysisTakesThePlaceOfTheFirst() async throws {
        let video = try await makeVideo("file.mp4")
        for (input, output) in [(video, path("1.mp4")), (path("1.mp4"), path("2.mp4"))] {
            try await succeed(["analyze", input, "-o", output] + CheapDetection.ofOneFace)
        }
        let (first, second) = (try faceSamples(path("1.mp4")), try faceSamples(path("2.mp4")))
        #expect(second.map(\.bytes) == first.map(\.bytes))
        #expect(try MovieReader(path: path("2.mp4")).tracks.count { $0.kind == .metadata } == 1)
    }

    @Test func facesDescribeTheVideoTrackThatIsDecoded() async throws {
        let video = try await makeVideo("file.mp4")
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "color=s=64x64:r=30:d=1.3", "-i", video, "-map",
                "0:v", "-map", "1:v", "-c:v", "libx264", "-disposition:v:0", "0",
                "-disposition:v:1", "default", path("two.mp4"),
            ], of: "/usr/bin/ffmpeg")
        try #require(made.exitCode == 0, "\(made.messages)")
        for (name, words) in [("one.mp4", []), ("jobs.mp4", ["--jobs", "2"])] {
            try await succeed(
                ["analyze", path("two.mp4"), "-o", path(name)] + words + CheapDetection.ofOneFace)
            let faces = try FaceTrackReader(path: path(name))
            #expect(faces.video?.width == 160, "\(name)")
            #expect(faces.track.references["cdsc"] == faces.video.map { [$0.id] })
        }
    }

    /// Of a video that begins 1.4 s late, whose copy begins at 0, and of one that is copied as it is.
    @Test(arguments: [("file.ts", "out.mov", "quicktime"), ("file.mp4", "copy.mp4", "mp4")])
    func sidecarsHaveTheNameAndTheTimesOfTheMovieBesideThem(
        name: String, copy: String, kind: String
    ) async throws {
        let video = try await makeVideo(name)
        let formats = "csv,vtt,eaf,textgrid"
        try await succeed(
            ["analyze", video, "-o", path(copy), "--sidecar", formats] + CheapDetection.ofOneFace)
        try await succeed(["export", path(copy), "--format", formats, "-o", path("again")])
        let exported = folder.contents.filter { $0.hasPrefix("again.") }
        #expect(exported.count == 4)
        for name in exported {
            let sidecar = copy.prefix { $0 != "." } + name.dropFirst("again".count)
            #expect(try contents(String(sidecar)) == contents(name), "\(name)")
        }
        let document = try contents("\(copy.prefix { $0 != "." }).eaf")
        #expect(document.contains("MEDIA_URL=\"./\(copy)\""), "\(document)")
        #expect(document.contains("MIME_TYPE=\"video/\(kind)\""))
    }

    /// What a file says, but for the comment that names the file that was opened.
    private func contents(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("NOTE {") }.joined(separator: "\n")
    }

    @Test(arguments: [[], ["--jobs", "2"]])
    func tablesCanBeWrittenBesideMoviesThatAreThere(jobs: [String]) async throws {
        let video = try await makeVideo("file.mp4")
        let words = ["analyze", video, "--output-dir", path("out")] + CheapDetection.ofOneFace
        try await succeed(words)
        let movie = try Data(contentsOf: URL(filePath: path("out/file.mp4")))
        let run = try await CommandRunner.run(words + ["--sidecar", "csv"] + jobs)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.contains("/file.mp4,analysed,32,32,1,1"), "\(run.output)")
        #expect(try Data(contentsOf: URL(filePath: path("out/file.mp4"))) == movie)
        let table = try String(contentsOfFile: path("out/file.csv"), encoding: .utf8)
        try await succeed(
            ["export", path("out/file.mp4"), "--format", "csv", "-o", path("again.csv")])
        #expect(table == (try String(contentsOfFile: path("again.csv"), encoding: .utf8)))
    }

    @Test func sidecarsNeedNoMovie() async throws {
        let video = try await makeVideo("file.mp4")
        let run = try await CommandRunner.run(
            ["analyze", video, "--sidecar", "csv,jsonl", "--report", path("page.html")]
                + CheapDetection.ofOneFace)
        #expect(run.exitCode == 0)
        #expect(
            run.messages.contains("1 id; wrote \(path("file.jsonl")), \(path("file.csv"))\n"),
            "\(run.messages)")
        #expect(run.messages.hasSuffix("facecap: wrote \(path("page.html"))\n"))
        #expect(folder.contents == ["file.csv", "file.jsonl", "file.mp4", "page.html"])
        let lines = try JSONLines.parse(
            String(decoding: Data(contentsOf: URL(filePath: path("file.jsonl"))), as: UTF8.self))
        #expect(lines.count { $0["type"] as? String == "faces" } == 32)
    }

    @Test func itSaysWhatItDidAndWhatCanBeDoneNext() async throws {
        let video = try await makeVideo("file.mp4")
        let run = try await CommandRunner.run(
            ["analyze", video, "-o", path("out.mp4")] + CheapDetection.ofOneFace)
        #expect(run.output == "")
        let found = "32 frames, at most 1 face at once, 1 id"
        #expect(run.messages.contains("\(found); wrote \(path("out.mp4"))"), "\(run.messages)")
        #expect(run.messages.contains("next: facecap report \(path("out.mp4"))"))
        let quiet = try await CommandRunner.run(
            ["analyze", "-q", video, "-o", path("quiet.mp4")] + CheapDetection.ofOneFace)
        #expect(quiet.messages == "")
    }

    @Test func severalFilesAndFoldersAreDoneOneAfterTheOtherAndOnlyOnce() async throws {
        let video = try await makeVideo("file.mp4")
        let input = path("in")
        try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
        for name in ["b.mp4", "a.mp4"] {
            try FileManager.default.copyItem(atPath: video, toPath: "\(input)/\(name)")
        }
        try folder.write(Array("no video".utf8), to: "in/c, d.mkv")
        try folder.write(Array("text".utf8), to: "in/notes.txt")
        let words =
            ["analyze", input, video, "--output-dir", path("out"), "--sidecar", "csv"]
            + ["--detect-every", "8"] + CheapDetection.ofOneFace
        let first = try await CommandRunner.run(words)
        #expect(first.exitCode == 65, "\(first.messages)")
        let done = "32,4,1,1"
        #expect(
            first.output.split(separator: "\n").map(String.init) == [
                "file,output,status,frames,analysed,faces,ids",
                "\(input)/a.mp4,\(path("out"))/a.mp4,analysed,\(done)",
                "\(input)/b.mp4,\(path("out"))/b.mp4,analysed,\(done)",
                "\"\(input)/c, d.mkv\",\"\(path("out"))/c, d.mp4\",failed,,,,",
                "\(video),\(path("out"))/file.mp4,analysed,\(done)",
            ], "\(first.output)")
        let names = try FileManager.default.contentsOfDirectory(atPath: path("out")).sorted()
        #expect(names == ["a.csv", "a.mp4", "b.csv", "b.mp4", "file.csv", "file.mp4"])
        let again = try await CommandRunner.run(words)
        #expect(again.output.components(separatedBy: ",passed over,").count == 4)
        let clash = try await CommandRunner.run([
            "analyze", video, video, "--output-dir", path("out"),
        ])
        #expect(clash.exitCode == 64 && clash.messages.contains("would both be written"))
        let single = try await CommandRunner.run(["analyze", input, "-o", path("x.mp4")])
        #expect(single.exitCode == 64 && single.messages.contains("--output-dir"))
    }

    @Test func withNothingToWriteItSaysWhatToGive() async throws {
        let run = try await CommandRunner.run(["analyze", "file.mp4"])
        #expect(run.exitCode == 64)
        #expect(run.messages.contains("--output") && run.messages.contains("--sidecar"))
    }

    @Test func aMovieThatExistsIsKept() async throws {
        let video = try await makeVideo("file.mp4")
        try folder.write([1, 2, 3], to: "out.mp4")
        let run = try await CommandRunner.run([
            "analyze", video, "-o", path("out.mp4"), "--detector", "haar",
        ])
        #expect(run.exitCode == 74)
        #expect(run.messages.contains("--force"))
        #expect(try Data(contentsOf: URL(filePath: path("out.mp4"))) == Data([1, 2, 3]))
    }

    @Test func aFileThatIsNoVideoLeavesNothingBehind() async throws {
        try folder.write(Array("no video".utf8), to: "file.mp4")
        let run = try await CommandRunner.run(["analyze", path("file.mp4"), "-o", path("out.mp4")])
        #expect(run.exitCode == 65)
        #expect(folder.contents == ["file.mp4"])
    }
}
