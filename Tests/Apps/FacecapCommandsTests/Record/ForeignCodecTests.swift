// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Copies of files whose codecs no movie of ours holds.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct ForeignCodecTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// A second of video and audio, one of them in another codec.
    private func makeFile(_ codec: [String]) async throws -> String {
        let video = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        let made = try await CommandRunner.run(
            ["-v", "error", "-i", video, "-c", "copy"] + codec + [path("foreign.mkv")],
            of: try #require(InstalledProgram.ffmpeg))
        try #require(made.exitCode == 0, "\(made.messages)")
        return path("foreign.mkv")
    }

    /// The commands that copy samples from a file into the movie `out.mp4`.
    private func copies(_ file: String) -> [[String]] {
        [
            ["analyze", file, "-o", path("out.mp4")] + CheapDetection.ofNobody,
            ["record", path("out.mp4"), "--passthrough", "--audio", "source", "--source", file]
                + CheapDetection.ofNobody,
        ]
    }

    @Test(arguments: ["ac3", "pcm_s16le", "flac"])
    func audioThatAMovieDoesNotHoldIsEncoded(codec: String) async throws {
        let file = try await makeFile(["-c:a", codec])
        let before = try await ProbedMovie(path: file)
        for words in copies(file) {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == 0, "\(words): \(run.messages)")
            let line = "the audio of \(file) is neither AAC nor Opus, and is encoded as AAC"
            #expect(run.messages.contains(line), "\(run.messages)")
            let movie = try await ProbedMovie(path: path("out.mp4"))
            let audio = try #require(movie?.audio)
            // Of an AAC frame the last one may be filled up.
            #expect(abs(audio.end - (before?.audio?.end ?? 0)) < 0.05)
            #expect(movie?.video?.packets.map(\.size) == before?.video?.packets.map(\.size))
            try FileManager.default.removeItem(atPath: path("out.mp4"))
        }
    }

    @Test(arguments: ["mpeg4", "mjpeg"])
    func framesThatAMovieDoesNotHoldAreRefusedWithAWayOut(codec: String) async throws {
        let file = try await makeFile(["-c:v", codec])
        let contents = folder.contents
        let ways = [
            "encode them with `facecap record \(path("out.mp4")) --source \(file)`.",
            "leave out --passthrough.",
        ]
        for (words, way) in zip(copies(file), ways) {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == 69)
            #expect(
                run.messages == "facecap: The frames of \(file) are neither H.264, HEVC nor AV1 and"
                    + " cannot be copied; \(way)\n")
            #expect(folder.contents == contents)
        }
    }

    @Test func theTracksThatACopyLeavesOutAreNamed() async throws {
        let file = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        let text = try folder.write(
            Array("1\n00:00:00,000 --> 00:00:01,000\nWords\n".utf8), to: "words.srt")
        let crowded = path("crowded.mkv")
        let made = try await CommandRunner.run(
            ["-v", "error", "-i", file, "-i", file, "-i", text, "-map", "0", "-map", "1:a"]
                + ["-map", "2:s", "-c", "copy", "-c:s", "subrip", crowded],
            of: try #require(InstalledProgram.ffmpeg))
        try #require(made.exitCode == 0, "\(made.messages)")
        let analyze = ["analyze", crowded, "-o", path("out.mp4")] + CheapDetection.ofNobody
        let redact = ["redact", crowded, path("out.mp4"), "--force"] + CheapDetection.ofOneFace
        let note = "crowded.mkv has 1 more audio track and 1 subtitle track that"
        for words in [analyze, redact] {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == 0 && run.messages.contains(note), "\(run.messages)")
            let movie = try await ProbedMovie(path: path("out.mp4"))
            #expect(movie?.tracks.count { $0.mediaType == "audio" } == 1)
        }
        let silent = try await CommandRunner.run(redact + ["--sound", "drop"])
        #expect(silent.messages.contains("crowded.mkv has 1 subtitle track that"))
    }

    @Test func videoTracksTimeCodesAndAttachmentsThatACopyLeavesOutAreNamed() async throws {
        let file = try await TestVideo.make(in: folder, seconds: 1, hasAudio: true)
        let text = try folder.write(Array("Words".utf8), to: "words.txt")
        let ffmpeg = try #require(InstalledProgram.ffmpeg)
        let files = [
            (
                "a.mkv",
                [
                    "-map", "0", "-map", "0:v", "-attach", text, "-metadata:s:t",
                    "mimetype=text/plain",
                ],
                "1 more video track and 1 attachment"
            ),
            ("b.mov", ["-map", "0", "-timecode", "01:00:00:00"], "1 time code track"),
        ]
        for (name, words, note) in files {
            let made = try await CommandRunner.run(
                ["-v", "error", "-i", file] + words + ["-c", "copy", path(name)], of: ffmpeg)
            try #require(made.exitCode == 0, "\(made.messages)")
            let run = try await CommandRunner.run(
                ["redact", path(name), path("out.mp4"), "--force"] + CheapDetection.ofOneFace)
            #expect(
                run.messages.contains("\(name) has \(note) that \(path("out.mp4")) does not have"),
                "\(run.messages)")
        }
    }

    @Test func anAnalysisOfAVideoWithoutAudioDoesNotMissIt() async throws {
        let file = try await TestVideo.make(in: folder, seconds: 1)
        let run = try await CommandRunner.run(copies(file)[0])
        #expect(run.exitCode == 0 && !run.messages.contains("audio"), "\(run.messages)")
    }
}
