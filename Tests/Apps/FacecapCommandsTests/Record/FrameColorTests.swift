// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What a video says of its colors and pixels, in everything that is made of it.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct FrameColorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func ffmpeg(_ words: [String]) async throws {
        let run = try await CommandRunner.run(
            ["-v", "error", "-y"] + words, of: try #require(InstalledProgram.ffmpeg))
        try #require(run.exitCode == 0, "\(run.messages)")
    }

    /// Bars of colors, encoded with what `words` say.
    private func makeVideo(_ words: [String]) async throws -> String {
        let video = path("bars.mp4")
        try await ffmpeg(
            ["-f", "lavfi", "-i", "smptehdbars=s=320x240:d=0.2:r=25"] + words + [video])
        return video
    }

    /// What ffprobe says of the frames of a video.
    private func tags(_ path: String) async throws -> [String] {
        let run = try await CommandRunner.run(
            [
                "-v", "error", "-select_streams", "v", "-of", "default=nokey=1:noprint_wrappers=1",
                "-show_entries",
                "stream=sample_aspect_ratio,color_space,color_transfer,color_primaries,color_range",
                path,
            ], of: try #require(InstalledProgram.ffprobe))
        // AV1 says nothing of square pixels.
        return run.output.replacing("N/A", with: "1:1").split(separator: "\n").map(String.init)
    }

    /// Red, green and blue of the first frame or the image, as players show it.
    private func colors(_ name: String) async throws -> [UInt8] {
        let raw = path("frame.rgb")
        try await ffmpeg(
            ["-i", name, "-frames:v", "1", "-vf", "scale=80:60:flags=area", "-pix_fmt", "rgb24"]
                + ["-f", "rawvideo", raw])
        return Array(try Data(contentsOf: URL(filePath: raw)))
    }

    /// The mean difference of two images of the same size.
    private func difference(_ a: [UInt8], _ b: [UInt8]) throws -> Double {
        try #require(a.count == 80 * 60 * 3 && b.count == a.count)
        return Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
    }

    static let videos: [(words: [String], tags: [String])] = [
        (
            ["-vf", "scale=out_color_matrix=bt709,format=yuv420p", "-colorspace", "bt709"]
                + ["-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
                + ["-c:v", "libx264", "-qp", "8"],
            ["1:1", "tv", "bt709", "bt709", "bt709"]
        ),
        (
            ["-vf", "scale=out_color_matrix=bt601,format=yuv420p,setsar=12/11"]
                + ["-colorspace", "bt470bg", "-color_primaries", "bt470bg"]
                + ["-color_trc", "gamma28", "-color_range", "tv", "-c:v", "libx264", "-qp", "8"],
            ["12:11", "tv", "bt470bg", "bt470bg", "bt470bg"]
        ),
        (
            ["-vf", "scale=out_color_matrix=bt2020,format=yuv420p10le"]
                + ["-colorspace", "bt2020nc", "-color_primaries", "bt2020"]
                + ["-color_trc", "arib-std-b67", "-color_range", "tv", "-c:v", "libx265"]
                + ["-x265-params", "log-level=none:qp=8"],
            ["1:1", "tv", "bt2020nc", "arib-std-b67", "bt2020"]
        ),
    ]

    @Test(arguments: videos)
    func everyMovieShowsTheColoursAndPixelsOfItsVideo(
        words: [String], tags: [String]
    ) async throws {
        let video = try await makeVideo(words)
        #expect(try await self.tags(video) == tags)
        let shown = try await colors(video)
        let (out, faces) = (path("out.mp4"), path("faces.mp4"))
        let analyze = ["analyze", video, "-o", faces, "-q"] + CheapDetection.ofNobody
        #expect(try await CommandRunner.run(analyze).exitCode == 0)
        let record = ["record", out, "-q", "--force", "--source", video] + CheapDetection.ofNobody
        let commands = [
            record, record + ["--annotate"], record + ["--video-codec", "hevc"],
            record + ["--video-codec", "av1"], ["render", faces, out, "-q", "--force"],
            ["redact", video, out, "-q", "--force"] + CheapDetection.ofOneFace,
        ]
        for command in commands {
            let run = try await CommandRunner.run(command)
            #expect(run.exitCode == 0, "\(command): \(run.messages)")
            #expect(try await self.tags(out) == tags, "\(command)")
            // Bars without a face are covered where somebody is taken for one.
            guard command[0] != "redact" else { continue }
            #expect(try difference(shown, try await colors(out)) < 4, "\(command)")
        }
    }

    @Test(arguments: ["jpg", "png", "heic"])
    func everyPhotoShowsTheColoursOfItsVideo(ending: String) async throws {
        let video = try await makeVideo(Self.videos[0].words)
        let photo = path("photo." + ending)
        let run = try await CommandRunner.run(
            ["photo", photo, "-q", "--source", video] + CheapDetection.ofNobody)
        #expect(run.exitCode == 0, "\(run.messages)")
        var readable = photo
        if ending == "heic" {
            readable = path("readable.png")
            let again = try await CommandRunner.run(
                ["photo", readable, "-q", "--source", photo] + CheapDetection.ofNobody)
            #expect(again.exitCode == 0, "\(again.messages)")
        }
        #expect(try difference(try await colors(video), try await colors(readable)) < 4)
    }
}
