// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Movies in HEVC and AV1 beside H.264, by the names of the codecs.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct RecordCodecTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    private func path(_ name: String) -> String { recording.folder.path + "/" + name }

    private static let codecs = [
        ("h264", "avc1", "avcC"), ("hevc", "hvc1", "hvcC"), ("av1", "av01", "av1C"),
    ]

    @discardableResult
    private func run(_ words: [String]) async throws -> CommandResult {
        let run = try await CommandRunner.run(words)
        #expect(run.exitCode == 0, "\(words): \(run.messages)")
        return run
    }

    /// Name and tag of the codec, and frames that decode without a complaint.
    private func video(_ path: String) async throws -> [String] {
        let probe = try await CommandRunner.run(
            [
                "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries",
                "stream=codec_name,codec_tag_string,nb_read_frames", "-of", "csv=p=0", path,
            ], of: try #require(InstalledProgram.ffprobe))
        #expect(probe.messages == "")
        let decoding = try await CommandRunner.run(
            ["-v", "error", "-xerror", "-i", path, "-map", "0:v", "-f", "null", "-"],
            of: try #require(InstalledProgram.ffmpeg))
        #expect(decoding.exitCode == 0 && decoding.messages == "", "\(decoding.messages)")
        return probe.output.split { $0 == "," || $0.isNewline }.map(String.init)
    }

    @Test(arguments: codecs)
    func everyCommandKeepsTheCodec(codec: String, tag: String, box: String) async throws {
        let command = try await recording.start(
            TestRecording.live, ["--video-codec", codec, "-q"])
        #expect(await command.waitForLines(40))
        try command.send(line: "split")
        #expect(await command.waitForLines(90))
        try command.send(line: "split")
        #expect(await command.waitForLines(130))
        try command.send(line: "pause")
        try command.send(line: "delete-last")
        try command.send(line: "resume")
        #expect(await command.waitForLines(170))
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        let parts = recording.movies
        try #require(parts.count >= 2, "\(parts)")
        var counts: [Int] = []
        for part in parts {
            let stream = try await video(part)
            #expect(stream.prefix(2) == [codec, tag])
            counts.append(Int(stream.last ?? "") ?? 0)
        }
        try await self.run(["join"] + parts + ["-o", path("joined.mp4"), "-q"])
        let total = "\(counts.reduce(0, +))"
        #expect(try await video(path("joined.mp4")) == [codec, tag, total])
        try await self.run(
            ["record", path("copy.mp4"), "--passthrough", "--source", path("joined.mp4"), "-q"]
                + CheapDetection.ofOneFace)
        #expect(try await video(path("copy.mp4")) == [codec, tag, total])
        try await self.run([
            "render", path("joined.mp4"), path("drawn.mp4"), "--video-codec", codec, "-q",
        ])
        #expect(try await video(path("drawn.mp4")) == [codec, tag, total])
        try await self.run(
            ["redact", path("joined.mp4"), path("hidden.mp4"), "--video-codec", codec, "-q"]
                + CheapDetection.ofOneFace)
        #expect(try await video(path("hidden.mp4")) == [codec, tag, total])
    }

    /// The decoder configuration is what FFmpeg's muxer makes of the bare stream.
    @Test(arguments: codecs)
    func theConfigurationIsThatOfFFmpegsMuxer(codec: String, tag: String, box: String) async throws
    {
        try await run(
            [
                "record", recording.path, "--source",
                "synthetic:faces=1,size=320x240,fps=30,frames=40,pace=fast", "--video-codec", codec,
                "-q",
            ] + CheapDetection.ofOneFace)
        let raw = path(codec == "av1" ? "raw.obu" : "raw." + codec)
        let ffmpeg = try #require(InstalledProgram.ffmpeg)
        for words in [
            ["-i", recording.path, "-map", "0:v", "-c", "copy", raw],
            ["-i", raw, "-c", "copy", "-tag:v", tag, path("theirs.mp4")],
        ] {
            let made = try await CommandRunner.run(["-v", "error", "-y"] + words, of: ffmpeg)
            try #require(made.exitCode == 0, "\(made.messages)")
        }
        let ours = try content(of: box, in: recording.path)
        var theirs = try content(of: box, in: path("theirs.mp4"))
        if codec == "hevc", theirs.count == ours.count + 1, theirs.last == 0 {
            // Of the bare stream FFmpeg takes a zero before a start code for the end of the last unit.
            theirs.removeLast()
            let unit = try #require(theirs.lastIndex(of: 0x44))
            theirs[unit - 1] -= 1
        }
        #expect(ours == theirs)
        #expect(ours.count > 10)
    }

    private func content(of box: String, in path: String) throws -> [UInt8] {
        let bytes = Array(try #require(FileManager.default.contents(atPath: path)))
        let name = try #require(bytes.firstRange(of: Array(box.utf8)))
        let size = bytes[(name.lowerBound - 4)..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes[name.upperBound..<(name.lowerBound - 4 + size)])
    }

    @Test(arguments: codecs, 0..<2)
    func afterAKillWhatWasRecordedBeforePlays(
        codec: (String, String, String), number: Int
    ) async throws {
        // A source that waits, so that a busy machine loses no more of its time; where one waits SVT-AV1 holds 12 frames back, live 4.
        let command = try await recording.start(
            "synthetic:faces=1,size=160x120,fps=60,motion=still,pace=fast",
            ["--video-codec", codec.0])
        #expect(await command.waitForLines(160 + 22 * number))
        command.send(SIGKILL)
        let run = await command.result()
        let times = run.output.split(separator: "\n").compactMap { line -> Double? in
            (try? JSONLines.parse(String(line)).first)?["pts"] as? Double
        }
        let captured = try #require(times.last) - (times.first ?? 0)
        let torn = try await video(recording.path)
        #expect(torn.prefix(2) == [codec.0, codec.1])
        let seconds = Double(torn.last ?? "").map { $0 / 60 } ?? 0
        #expect(seconds >= captured - 1, "\(seconds) of \(captured)")
        print("\(codec.0): \(captured - seconds) s lost of \(captured)")
        try await self.run(["recover", recording.path])
        #expect(try await video(recording.path) == torn)
    }

    @Test func aCodecThatIsNoneIsToldWithTheEncodersThereAre() async throws {
        let run = try await recording.run(
            "synthetic:faces=0,size=160x120,frames=3", ["--video-codec", "vp9"])
        #expect(
            run.exitCode == 64 && run.messages.contains("no encoder vp9 of H.264, HEVC or AV1"),
            "\(run.messages)")
    }
}
