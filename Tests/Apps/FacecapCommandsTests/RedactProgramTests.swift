// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

/// `facecap redact`, `record --redact` and `record --metadata-only` as processes.
@Suite struct RedactProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func redact(_ words: [String]) async throws -> CommandResult {
        try await CommandRunner.run(["redact"] + CheapDetection.ofOneFace + words)
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func onlyImagesAudioAndFacesComeIntoTheCopy() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        let output = folder.path + "/out.mp4"
        let run = try await redact([video, output])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("hid faces in"))
        let movie = try #require(try await ProbedMovie(path: output))
        #expect(movie.video?.packets.count == 30)
        let inspection = try await CommandRunner.run(["inspect", output])
        #expect(inspection.output.contains("30 frames, 30 analyzed"), "\(inspection.output)")
        #expect((movie.audio?.end ?? 0) > 0.9)
        #expect(movie.tracks.filter { $0.packets.count > 0 }.count == 3)
    }

    /// Wherever the times of the video begin.
    @Test(
        .enabled(if: ProbedMovie.isAvailable),
        arguments: [
            ("late.ts", []), ("late.mkv", ["-output_ts_offset", "100"]),
            ("late.mp4", ["-an", "-output_ts_offset", "0.7"]),
            ("early.mkv", ["-output_ts_offset", "-0.5", "-avoid_negative_ts", "disabled"]),
        ])
    func theFacesOfTheCopyHaveTheTimesOfItsFrames(name: String, offset: [String]) async throws {
        let video = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        let (moved, output) = (folder.path + "/" + name, folder.path + "/out.mp4")
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg", ["-v", "error", "-i", video, "-c", "copy"] + offset + [moved]))
        let run = try await redact([moved, output])
        #expect(run.exitCode == 0, "\(run.messages)")
        let frames = try #require(try await ProbedMovie(path: output)?.video?.times)
        var cursor = try FaceTrackReader(path: output).frames()
        var faces: [Double] = []
        while let observation = try cursor.nextObservation() {
            faces.append(observation.presentationTime.seconds)
        }
        #expect(frames.count == 30 && faces.count == 30)
        #expect(zip(frames, faces).allSatisfy { abs($0 - $1) < 0.001 }, "\(frames) \(faces)")
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func audioThatAnEditListCutsOffIsNotInTheCopy() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 2, hasAudio: true)
        let (whole, cut, output) = (
            folder.path + "/whole.mp4", folder.path + "/cut.mp4", folder.path + "/out.mp4"
        )
        for words in [
            ["-i", video, "-c", "copy", whole], ["-ss", "0.7", "-i", whole, "-c", "copy", cut],
        ] {
            _ = try #require(FFmpegProgram.run("ffmpeg", ["-v", "error"] + words))
        }
        let hidden = try FFmpegProgram.packets(of: cut, "a").filter { $0.flags.contains("D") }
        try #require(hidden.count > 10)
        let run = try await redact([cut, output])
        #expect(run.exitCode == 0, "\(run.messages)")
        let copied = try FFmpegProgram.packets(of: output, "a")
        // Decoders begin with two packets, which players do not play.
        #expect(
            copied.filter { $0.flags.contains("D") }.map(\.dataHash)
                == hidden.suffix(2).map(\.dataHash))
        let movie = try #require(try await ProbedMovie(path: output))
        #expect(abs((movie.audio?.end ?? 0) - (movie.video?.end ?? 9)) < 0.1)
    }

    /// A second of a broadcast: it begins at 11.4 s.
    @Test(.enabled(if: ProbedMovie.isAvailable), arguments: [("11.6s-12s", 0), ("22s-23s", 64)])
    func audioIsReplacedAtTheTimesOfTheVideo(stretch: String, code: Int32) async throws {
        let video = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        let (late, output) = (folder.path + "/late.ts", folder.path + "/out.mp4")
        let words = ["-v", "error", "-i", video, "-c", "copy", "-output_ts_offset", "10", late]
        _ = try #require(FFmpegProgram.run("ffmpeg", words))
        let run = try await redact([late, output, "--bleep", stretch])
        #expect(run.exitCode == code, "\(run.messages)")
        #expect(run.messages.contains("begin at 00:11.4") == (code == 0), "\(run.messages)")
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func itSaysHowTheFramesOfTheCopyDiffer() async throws {
        let (path, output) = (folder.path + "/odd.mkv", folder.path + "/out.mp4")
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=161x121:r=5:d=1"]
                    + ["-c:v", "libx264", "-pix_fmt", "yuv444p", path]))
        let run = try await redact([path, output])
        #expect(run.exitCode == 0, "\(run.messages)")
        let line = "odd.mkv are 161x121 in yuv444p, those of \(output) 160x120 in 8-bit 4:2:0\n"
        #expect(run.messages.contains(line), "\(run.messages)")
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func audioAndFacesAreLeftOutOnDemand() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        let output = folder.path + "/out.mp4"
        let run = try await redact([video, output, "--sound", "drop", "--no-faces"])
        #expect(run.exitCode == 0, "\(run.messages)")
        let movie = try #require(try await ProbedMovie(path: output))
        #expect(movie.audio == nil)
        #expect(movie.faces == nil)
        #expect(movie.video?.packets.count == 30)
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func anAnimationWithoutAFrameRateIsRedacted() async throws {
        let (path, output) = (folder.path + "/two.png", folder.path + "/out.mp4")
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5"]
                    + ["-frames:v", "2", "-f", "apng", path]))
        let run = try await redact([path, output])
        #expect(run.exitCode == 0, "\(run.messages)")
        let movie = try #require(try await ProbedMovie(path: output))
        #expect(movie.video?.packets.count == 2)
    }

    @Test func theVideoIsNeverWrittenOver() async throws {
        let video = try folder.write([1, 2, 3], to: "file.mp4")
        let link = folder.path + "/link.mp4"
        try FileManager.default.linkItem(atPath: video, toPath: link)
        for output in [video, link] {
            let run = try await redact(["--force", video, output])
            #expect(run.exitCode != 0)
            #expect(run.messages.contains("is the video itself"), "\(run.messages)")
        }
        #expect(FileManager.default.contents(atPath: video) == Data([1, 2, 3]))
    }

    @Test func whatIsNoFileIsRefused() async throws {
        let run = try await redact(["-", folder.path + "/out.mp4"])
        #expect(run.exitCode != 0)
        #expect(run.messages.contains("reads a video twice"), "\(run.messages)")
        #expect(folder.contents.isEmpty)
    }

    @Test(arguments: [
        (["--redact", "blur", "--passthrough"], "--passthrough copies frames"),
        (["--redact", "blur", "--metadata-only"], "--metadata-only records no frame"),
        (["--redact", "blur", "--region", "0,0,0.5,0.5"], "--region would leave faces"),
        (["--metadata-only", "--passthrough"], "--metadata-only records no frame"),
    ])
    func whatWouldShowFacesIsRefused(_ words: [String], _ reason: String) async throws {
        let path = folder.path + "/out.mp4"
        let run = try await CommandRunner.run(
            ["record", path, "--source", TestRecording.live] + words)
        #expect(run.exitCode != 0)
        #expect(run.messages.contains(reason), "\(run.messages)")
        #expect(folder.contents.isEmpty)
    }

    @Test(.enabled(if: ProbedMovie.isAvailable))
    func aRecordingOfMetadataAloneHasNoPixel() async throws {
        let recording = try TestRecording()
        let run = try await recording.run(
            "synthetic:faces=1,size=160x120,fps=30,motion=still,frames=20,pace=fast",
            ["--metadata-only"])
        #expect(run.exitCode == 0, "\(run.messages)")
        let movie = try await recording.probe()
        #expect(movie.video == nil)
        #expect(movie.faces?.packets.count == 20)
        let export = try await CommandRunner.run(["export", "--format", "jsonl", recording.path])
        #expect(export.exitCode == 0, "\(export.messages)")
        #expect(try export.records("faces").count == 20)
        #expect(export.output.contains("\"width\":160,\"height\":120"), "\(export.output)")
    }
}
