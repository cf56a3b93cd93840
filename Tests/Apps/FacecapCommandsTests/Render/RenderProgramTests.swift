// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `facecap render` as its users see it; videos are drawn, audio is a tone.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct RenderProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// Time stamps and checksums of the packets of a stream, as `ffprobe` prints them.
    private func packets(_ path: String, _ stream: String, _ entries: String) async throws
        -> [String]
    {
        try await FaceVideo.succeed(
            [
                "-v", "error", "-select_streams", stream, "-show_packets", "-show_data_hash", "md5",
                "-show_entries", "packet=\(entries)", "-of", "csv=p=0", path,
            ], of: "/usr/bin/ffprobe"
        ).output.split(separator: "\n").map(String.init).sorted()
    }

    /// The time stamps of the frames, but for those that an edit list hides.
    private func shownTimes(_ path: String) async throws -> [Substring?] {
        try await packets(path, "v", "pts_time,flags").filter { !$0.contains("D") }
            .map { $0.split(separator: ",").first }
    }

    private func faces(_ path: String) async throws -> [String] {
        try await FaceVideo.succeed(["export", path, "--format", "jsonl"]).output
            .split(separator: "\n").map(String.init)
    }

    /// Of the audio that an edit list hides, a copy has the last two packets alone, with which decoders begin.
    private func expectAudio(of video: String, in copy: String) async throws {
        let audio = try FFmpegProgram.packets(of: video, "a")
        let hiddenCount = audio.prefix { $0.flags.contains("D") }.count
        let expected = audio.dropFirst(max(0, hiddenCount - 2))
        let copied = try FFmpegProgram.packets(of: copy, "a")
        #expect(copied.map(\.dataHash) == expected.map(\.dataHash))
        #expect(copied.map(\.pts) == expected.map(\.pts))
        #expect(copied.map(\.flags) == expected.map(\.flags))
        guard hiddenCount <= 2 else { return }
        let packets = try await packets(video, "a", "pts_time,data_hash")
        #expect(try await self.packets(copy, "a", "pts_time,data_hash") == packets)
    }

    @Test(arguments: FaceVideo.allCases)
    func imagesKeepTheirTimesAndAudioItsBytes(video: FaceVideo) async throws {
        let video = try await video.write(to: folder)
        let run = try await FaceVideo.succeed([
            "render", video, path("out.mp4"), "--trails", "1s", "--preset", "ultrafast",
        ])
        #expect(run.output.isEmpty)
        let times = try await shownTimes(video)
        #expect(!times.isEmpty)
        #expect(try await shownTimes(path("out.mp4")) == times)
        try await expectAudio(of: video, in: path("out.mp4"))
        let faces = try await faces(video)
        #expect(faces.contains { $0.contains("\"bounds\"") })
        #expect(try await self.faces(path("out.mp4")).dropFirst() == faces.dropFirst())
        #expect(run.messages.contains("drew \(times.count) frames"))
        #expect(folder.contents == ["file.mp4", "out.mp4"])
        let decoded = try await CommandRunner.run(
            ["-v", "error", "-i", path("out.mp4"), "-f", "null", "-"], of: "/usr/bin/ffmpeg")
        #expect(decoded.exitCode == 0 && decoded.messages.isEmpty)
    }

    /// The frame shown at half a second: its width, and blue, green and red of each pixel.
    private func image(_ path: String) async throws -> (width: Int, bytes: [UInt8]) {
        let file = self.path("picture.bin")
        try await FaceVideo.convert([
            "-ss", "0.5", "-i", path, "-frames:v", "1", "-pix_fmt", "bgr24", "-f", "rawvideo", file,
        ])
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        // 320x240 however it is stored.
        return (320, bytes)
    }

    @Test(arguments: [FaceVideo.constantRate, .turned])
    func boxesStandAroundTheFacesAsTheyAreShown(video: FaceVideo) async throws {
        let video = try await video.write(to: folder)
        try await FaceVideo.succeed([
            "render", video, path("out.mp4"), "--draw", "boxes", "--quality", "5",
        ])
        let frame = try #require(
            JSONLines.parse(try await faces(video).joined(separator: "\n"))
                .frames.last { ($0["pts"] as? Double).map { $0 < 0.5001 } == true })
        let face = try #require((frame["faces"] as? [[String: Any]])?.first)
        let bounds = try #require(face["bounds"] as? [String: Double])
        let middle = (bounds["y"] ?? 0) + (bounds["height"] ?? 0) / 2
        let column = Int((bounds["x"] ?? 0) * 320)
        let image = try await image(path("out.mp4"))
        try #require(image.bytes.count == 320 * 240 * 3)
        // The first color is an orange: far more red than blue.
        let edge = (column - 3...column + 3).map { x -> Int in
            let at = (Int(middle * 240) * 320 + x) * 3
            return Int(image.bytes[at + 2]) - Int(image.bytes[at])
        }
        #expect(edge.max().map { $0 > 120 } == true, "\(edge)")
        let before = try await self.image(video)
        let differences = zip(image.bytes, before.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.count { $0 > 60 } < differences.count / 20)
    }

    @Test func audioCanBeLeftOutOrEncoded() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        try await FaceVideo.succeed(["render", video, path("a.mp4"), "--sound", "drop", "-q"])
        #expect(try await ProbedMovie(path: path("a.mp4"))?.audio == nil)
        try await FaceVideo.succeed(["render", video, path("b.mov"), "--sound", "encode", "-q"])
        let encoded = try #require(try await ProbedMovie(path: path("b.mov")))
        #expect(encoded.audio.map { $0.packets.count > 20 } == true)
        #expect(encoded.video?.times == (try await ProbedMovie(path: video))?.video?.times)
    }

    @Test func copiesKeepTheLanguagesOfFramesAndAudio() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        try await FaceVideo.convert([
            "-i", video, "-map", "0:v", "-map", "0:a", "-c", "copy", "-metadata:s:v",
            "language=fra", "-metadata:s:a", "language=deu", path("plain.mp4"),
        ])
        let detection = ["-q", "--detector", "haar", "--detect-every", "1000"]
        try await FaceVideo.succeed(
            ["analyze", path("plain.mp4"), "-o", path("faces.mp4")] + detection)
        try await FaceVideo.succeed(["render", path("faces.mp4"), path("drawn.mp4"), "-q"])
        try await FaceVideo.succeed(["redact", path("faces.mp4"), path("hidden.mp4"), "-q"])
        for name in ["drawn.mp4", "hidden.mp4"] {
            let run = try await FaceVideo.succeed(["inspect", path(name), "--json"])
            let page = try #require(JSONLines.parse(run.output).first)
            let tracks = try #require(page["tracks"] as? [[String: Any]])
            let languages = tracks.prefix(2).map { $0["language"] as? String }
            #expect(languages == ["fra", "deu"], "\(name)")
        }
    }

    /// A drawn copy keeps a list of chapters (`chpl`), and no track of them.
    @Test(arguments: [("faststart", true), ("disable_chpl", false)])
    func chaptersThatACopyDoesNotHaveAreNamed(flag: String, isKept: Bool) async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        let chapter = "[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=9\ntitle=one\n"
        let text = try folder.write(Array((";FFMETADATA1\n" + chapter).utf8), to: "chapters.txt")
        try await FaceVideo.convert([
            "-i", video, "-i", text, "-map", "0:v", "-map_chapters", "1", "-c", "copy",
            "-movflags", flag, path("plain.mp4"),
        ])
        try await FaceVideo.succeed(
            ["analyze", path("plain.mp4"), "-o", path("faces.mp4"), "-q"]
                + CheapDetection.ofOneFace)
        let drawn = try await FaceVideo.succeed(["render", path("faces.mp4"), path("drawn.mp4")])
        #expect(drawn.messages.contains("1 chapter") != isKept, "\(drawn.messages)")
        let hidden = try await FaceVideo.succeed(
            ["redact", path("faces.mp4"), path("hidden.mp4")] + CheapDetection.ofOneFace)
        #expect(hidden.messages.contains("1 chapter"), "\(hidden.messages)")
    }

    @Test func audioThatCannotBeCopiedIsSaidBeforehand() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        try await FaceVideo.convert([
            "-i", video, "-map", "0:v", "-map", "0:a", "-c:v", "copy", "-c:a", "pcm_s16le",
            path("pcm.mov"),
        ])
        try await FaceVideo.succeed([
            "analyze", path("pcm.mov"), "-o", path("faces.mov"), "-q", "--detector", "haar",
            "--detect-every", "1000",
        ])
        let run = try await CommandRunner.run(["render", path("faces.mov"), path("out.mov")])
        #expect(run.exitCode != 0)
        #expect(run.messages.contains("--sound encode"))
        #expect(!folder.contents.contains("out.mov"))
    }

    /// What `inspect` says of a movie, but for its frames, its audio and its size.
    private func description(_ path: String) async throws -> [String: String] {
        let page = try JSONLines.parse(
            try await FaceVideo.succeed(["inspect", "--json", path]).output)
        let object = try #require(page.first)
        return try ["metadata", "markers", "faces"].reduce(into: [:]) { result, key in
            var value = object[key] as? [[String: Any]]
            // Tracks may be numbered again.
            for index in value?.indices ?? 0..<0 {
                value?[index]["track"] = nil
                value?[index]["video_track"] = nil
            }
            let data = try JSONSerialization.data(
                withJSONObject: value ?? [], options: .sortedKeys)
            result[key] = String(decoding: data, as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("file.mp4", "out.mp4"), ("file.mov", "out.mov"), ("file.mov", "out.mp4"),
    ])
    func whatTheMovieSaysOfItselfStaysWithItsMarkers(source: String, target: String) async throws {
        let video = path(source)
        try await FaceVideo.succeed([
            "record", video, "--quiet", "--detector", "haar", "--detect-every", "3", "--source",
            "synthetic:faces=1,size=160x120,fps=10,frames=6,pace=fast", "--marker", "begin",
            "--marker", "second", "--metadata", "com.apple.quicktime.title=A talk", "--metadata",
            "com.apple.quicktime.location.ISO6709=+52.5200+013.4050/",
        ])
        let before = try await description(video)
        #expect(before["markers"]?.contains("second") == true)
        #expect(before["metadata"]?.contains("A talk") == true)
        #expect(before["metadata"]?.contains("org.facecap.detector") == true)
        try await FaceVideo.succeed(["render", video, path(target), "-q"])
        #expect(try await description(path(target)) == before)
    }

    @Test func nothingIsReplacedUnaskedAndTheMovieItselfNever() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        try folder.write([1], to: "there.mp4")
        let refused = try await CommandRunner.run(["render", video, path("there.mp4")])
        #expect(refused.exitCode == 74 && refused.messages.contains("--force"))
        try await FaceVideo.succeed(["render", video, path("there.mp4"), "--force", "-q"])
        let same = try await CommandRunner.run(["render", video, video, "--force"])
        #expect(same.exitCode == 64 && same.messages.contains("the video itself"))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func anInterruptionLeavesWhatWasThere(signal: Int32) async throws {
        let video = path("file.mp4")
        try await FaceVideo.convert([
            "-f", "lavfi", "-i", "testsrc=s=640x480:r=30:d=4", "-c:v", "libx264", "-preset",
            "ultrafast", path("plain.mp4"),
        ])
        try await FaceVideo.succeed([
            "analyze", path("plain.mp4"), "-o", video, "-q", "--detector", "haar",
            "--detect-every", "1000",
        ])
        try folder.write([1, 2, 3], to: "out.mp4")
        let before = folder.contents
        let watch = try FolderWatch(folder.path)
        let render = try await CommandRunner.start([
            "render", video, path("out.mp4"), "--force", "--preset", "veryslow",
        ])
        #expect(await watch.waitForWrite { $0.hasPrefix("#") || $0.hasPrefix(".") })
        render.send(signal)
        let run = await render.result()
        #expect(run.exitCode == 130, "\(run.messages)")
        #expect(run.messages.contains("out.mp4 was not written"))
        #expect(run.messages.split(separator: "\n").count == 1)
        #expect(folder.contents == before)
        #expect(try Data(contentsOf: URL(filePath: path("out.mp4"))) == Data([1, 2, 3]))
    }

    @Test func ofAMovieWithoutItsEndTheFramesThatAreThereAreDrawn() async throws {
        let video = try await FaceVideo.constantRate.write(to: folder)
        try await FaceVideo.succeed(["remux", "--fast-start", video, path("fast.mp4")])
        let bytes = Array(try Data(contentsOf: URL(filePath: path("fast.mp4"))))
        // Without the end of its description, and without its last samples.
        for (name, count) in [("moov", 400), ("samples", bytes.count / 2)] {
            let damaged = try folder.write(Array(bytes[..<count]), to: name + ".mp4")
            let run = try await CommandRunner.run(["render", damaged, path("out.mp4"), "-q"])
            #expect(run.exitCode == (name == "moov" ? 65 : 0), "\(name) \(run.messages)")
            #expect(run.messages.split(separator: "\n").count == 1, "\(name) \(run.messages)")
            #expect(run.messages.contains(name + ".mp4"))
            #expect(folder.contents.contains("out.mp4") == (name == "samples"))
        }
        let whole = try #require(try await ProbedMovie(path: video))
        let drawn = try await ProbedMovie(path: path("out.mp4"))
        let times = try #require(drawn?.video?.times)
        #expect(!times.isEmpty && times.count < (whole.video?.times.count ?? 0))
        #expect(times.elementsEqual(whole.video?.times.prefix(times.count) ?? []))
    }

    @Test func framesThatCannotBeDecodedAreSaidInOneLine() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        try FaceTrackMovie.spoil(5..<15, of: video)
        let run = try await CommandRunner.run(["render", video, path("out.mp4"), "-q"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            run.messages.wholeMatch(
                of: /facecap: .*file\.mp4 is damaged: .*frames? cannot be decoded.*\n/) != nil,
            "\(run.messages)")
    }

    @Test func aMovieWithoutFacesIsRefused() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 0.2)
        try await FaceVideo.convert(["-i", video, "-c", "copy", path("plain.mp4")])
        let run = try await CommandRunner.run(["render", path("plain.mp4"), path("out.mp4")])
        #expect(run.exitCode == 65 && run.messages.contains("has no faces yet; find them first"))
        let gone = try await CommandRunner.run(["render", path("none.mp4"), path("out.mp4")])
        #expect(gone.exitCode == 66)
        #expect(!folder.contents.contains("out.mp4"))
    }

    @Test func landmarksThatAreAskedForHaveToBeInTheMovie() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        let refused = try await CommandRunner.run([
            "render", video, path("out.mp4"), "--draw", "boxes,landmarks",
        ])
        #expect(refused.exitCode == 65, "\(refused.messages)")
        #expect(
            refused.messages == "facecap: \(video) has no landmarks; find them with facecap analyze"
                + " \(video) -o \(path("file-faces.mp4")) --landmarks\n")
        // Said aloud, the default asks for them too.
        let said = try await CommandRunner.run([
            "render", video, path("out.mp4"), "--draw", "boxes,ids,axes,landmarks",
        ])
        #expect(said.exitCode == 65 && said.messages == refused.messages, "\(said.messages)")
        #expect(folder.contents == ["file.mp4"])
        // Where nothing was asked for, they are drawn where they are.
        try await FaceVideo.succeed(["render", video, path("out.mp4"), "--preset", "ultrafast"])
        let recorded = path("points.mp4")
        try await FaceVideo.succeed(
            [
                "record", recorded, "--landmarks", "--source",
                "synthetic:faces=1,size=160x120,frames=3,pace=fast",
            ] + CheapDetection.ofOneFace)
        try await FaceVideo.succeed([
            "render", recorded, path("drawn.mp4"), "--draw", "landmarks", "--preset", "ultrafast",
        ])
    }
}
