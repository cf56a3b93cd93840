// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Where the movie of `facecap photo --live-photo` lies, from files that are read much faster than photos are made.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "needs ffmpeg"))
struct LivePhotoMomentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func makeVideo(_ rate: String, seconds: Int, size: String) throws -> String {
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc=d=\(seconds):s=\(size):r=\(rate)",
                    "-c:v", "libx264", "-preset", "ultrafast", path("in.mp4"),
                ]))
        return path("in.mp4")
    }

    /// When the photo is in the movie, and how long that is.
    private func moment(ofMovie name: String) async throws -> (still: Double, duration: Double) {
        let result = try await CommandRunner.run(["inspect", path(name), "--json"])
        let page = try #require(JSONLines.parse(result.output).first)
        let stills = try #require(page["timed_metadata"] as? [[String: Any]])
        return (
            try #require(stills.first?["time"] as? Double),
            try #require(page["duration"] as? Double)
        )
    }

    /// At two frames a second, those of several seconds are on their way at once.
    @Test(arguments: [["live.jpg"], ["live.heic"], ["live.jpg", "--best"]])
    func theMovieLiesAroundThePhotoOfASlowVideo(words: [String]) async throws {
        let source = try makeVideo("2", seconds: 40, size: "320x240")
        let result = try await CommandRunner.run(
            ["photo", path(words[0]), "--live-photo", "--source", source, "--delay", "10s"]
                + CheapDetection.ofNobody + words.dropFirst())
        #expect(result.exitCode == 0, "\(result.messages)")
        let (still, duration) = try await moment(ofMovie: "live.mov")
        #expect(still > 1.49 && still < 1.76, "\(still)")
        #expect(duration - still > 1.4 && duration - still < 2.1, "\(still), \(duration)")
    }

    @Test(
        arguments: ["live.jpg", "live.png", "live.heic"], [[], ["--redact", "blur"], ["--best"]])
    func theMovieLiesAroundThePhotoHoweverLongThatTakes(
        name: String, words: [String]
    ) async throws {
        let source = try makeVideo("5", seconds: 24, size: "640x480")
        let result = try await CommandRunner.run(
            ["photo", path(name), "--live-photo", "--source", source, "--delay", "8s"]
                + CheapDetection.ofOneFace + words)
        #expect(result.exitCode == 0, "\(result.messages)")
        let (still, duration) = try await moment(ofMovie: "live.mov")
        #expect(still > 1.49 && still < 1.76, "\(still)")
        // Frames that are decoded before the end are shown until a little after it.
        #expect(duration - still > 1.4 && duration - still < 2.1, "\(still), \(duration)")
    }

    @Test func whereFramesAreTooFarApartForAMovieThePhotoAloneIsSaved() async throws {
        let others = try TemporaryFolder()
        let (fast, slow) = (others.path + "/fast.mp4", others.path + "/slow.mp4")
        let recorded = try await CommandRunner.run(
            [
                "record", fast, "--source",
                "synthetic:faces=1,motion=still,size=160x120,frames=6,fps=10,pace=fast",
            ] + CheapDetection.ofOneFace)
        try #require(recorded.exitCode == 0, "\(recorded.messages)")
        // A frame every ten seconds.
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-itsscale", "100", "-i", fast, "-map", "0:v", "-c", "copy", slow]))
        let result = try await CommandRunner.run(
            ["photo", path("live.jpg"), "--live-photo", "--best", "--source", slow]
                + CheapDetection.ofOneFace)
        #expect(result.exitCode == 69, "\(result.messages)")
        #expect(result.messages.contains("too far apart for a movie"), "\(result.messages)")
        #expect(folder.contents == ["live.jpg"])
    }

    @Test func aPhotoThatCannotBeWrittenLeavesNoMovie() async throws {
        let sources = try TemporaryFolder()
        let video = try makeVideo("5", seconds: 24, size: "160x120")
        let (source, pipe) = (sources.path + "/in.mp4", sources.path + "/pipe")
        try FileManager.default.moveItem(atPath: video, toPath: source)
        #expect(mkfifo(pipe, 0o600) == 0)
        // The pipe opens once it is read, which is after the path was checked; then comes what is in the way, then frames.
        let feeder = try CommandRunner.startBeside([
            "/bin/sh", "-c",
            #"exec 3>"$1"; printf x >"$2"; exec ffmpeg -v error -i "$3" -c copy -f mpegts pipe:3"#,
            "feeder", pipe, path("live.jpg"), source,
        ])
        defer { feeder.send(SIGKILL) }
        let result = try await CommandRunner.run(
            ["photo", path("live.jpg"), "--live-photo", "--delay", "8s", "--source", pipe]
                + CheapDetection.ofNobody)
        #expect(result.exitCode == 74, "\(result.messages)")
        #expect(folder.contents == ["live.jpg"])
    }

    @Test func theMovieHasTheNameOfThePhotoOfANamedSource() async throws {
        let source = try makeVideo("5", seconds: 3, size: "64x48")
        let result = try await CommandRunner.run(
            ["photo", path("me.jpg"), "--live-photo", "--source", "left=" + source]
                + CheapDetection.ofNobody)
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(folder.contents == ["in.mp4", "me-left.jpg", "me-left.mov"])
    }
}
