// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `facecap photo --live-photo --audio` as a process.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "needs ffmpeg"))
struct LivePhotoAudioTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// The first time at which a value of a filter's frames is above a threshold.
    private func onset(_ graph: String, _ key: String, above threshold: Double) throws -> Double {
        let output = try #require(
            FFmpegProgram.run(
                "ffprobe",
                [
                    "-v", "error", "-f", "lavfi", "-i", graph, "-show_entries",
                    "frame=pts_time:frame_tags=\(key)", "-of", "csv=p=0",
                ]))
        let rows = String(decoding: output, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: ",").compactMap { Double($0) } }
        return try #require(rows.first { $0.count == 2 && $0[1] > threshold }?.first, "\(key)")
    }

    /// A white frame and a beep at 2.5 s are one in the movie too, which begins a second and a half before the photo.
    @Test func theMovieHasTheSoundOfItsFrames() async throws {
        let enabled = "between(t,2.5,2.7)"
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i",
                    "color=black:s=160x120:r=30:d=5,drawbox=t=fill:c=white:enable='\(enabled)'",
                    "-f", "lavfi", "-i", "aevalsrc='if(\(enabled),sin(6283*t),0)':s=48000:d=5",
                    "-c:v", "libx264", "-c:a", "pcm_s16le", path("clap.mov"),
                ]))
        let result = try await CommandRunner.run(
            [
                "photo", path("live.jpg"), "--live-photo", "--source", path("clap.mov"), "--audio",
                "source", "--delay", "2s",
            ] + CheapDetection.ofOneFace)
        #expect(result.exitCode == 0, "\(result.messages)")
        let movie = path("live.mov")
        let seen = try onset(
            "movie=\(movie),signalstats", "lavfi.signalstats.YAVG", above: 128)
        let heard = try onset(
            "amovie=\(movie),astats=metadata=1:reset=1", "lavfi.astats.Overall.RMS_level",
            above: -20)
        #expect(abs(seen - heard) < 0.045, "\(seen), \(heard)")
        #expect(seen > 1.9 && seen < 2.3)
    }

    @Test func withoutAudioThatIsSaidAndTheMovieIsSilent() async throws {
        let source = "synthetic:faces=1,size=160x120,fps=10,pace=fast,frames=40"
        let result = try await CommandRunner.run(
            ["photo", path("live.jpg"), "--live-photo", "--source", source, "--audio", "source"]
                + CheapDetection.ofOneFace)
        #expect(result.exitCode == 0 && result.messages.contains("has no audio to record"))
        let streams = FFmpegProgram.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "a", "-show_streams", path("live.mov")])
        #expect(streams?.isEmpty == true)
    }
}
