// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import TestSupport
import Testing

/// Every command tells of the regions that FFmpeg displays, however a movie is stored.
@Suite(
    .enabled(if: SharedMedia.isAvailable && RecordedMovie.canBeProbed, "needs FACECAP_SHARED"))
struct OrientationProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: 1...8)
    func facesHaveTheirOwnDistancesHoweverFramesAreDisplayed(exif: Int) async throws {
        let orientation = VideoOrientation(exif: exif)
        // The head is off the middle, before a wall that is 3 m away.
        let run = try await CommandRunner.run(
            [
                "live", "--json", "--source", "synthetic:size=320x240,fps=10,motion=wander,seed=3",
                "--depth", "synthetic", "--duration", "1s", "--rotate", "\(orientation.degrees)",
            ] + (orientation.isMirrored ? ["--mirror"] : []))
        #expect(run.exitCode == 0, "\(run.messages)")
        let distances = try JSONLines.parse(run.output).flatMap { record in
            (record["faces"] as? [[String: Any]] ?? []).compactMap { $0["distance"] as? Double }
        }
        #expect(!distances.isEmpty && distances.allSatisfy { $0 < 1 }, "\(distances)")
    }

    @Test(arguments: 1...8)
    func everyCommandTellsOfTheDisplayedRegions(exif: Int) async throws {
        let orientation = VideoOrientation(exif: exif)
        let source = "synthetic:faces=1,size=320x240,frames=4,pace=fast,motion=turn,seed=3"
        let turn =
            ["--rotate", "\(orientation.degrees)"] + (orientation.isMirrored ? ["--mirror"] : [])
        let live = try await regions("live", ["--source", source] + turn)
        let recorded = try await regions(
            "record", ["--source", source, "--sidecar", "jsonl", path("a.mp4")] + turn)
        #expect(recorded == live)

        // FFmpeg displays the movie by its matrix.
        try await run(
            "ffmpeg", ["-v", "error", "-i", path("a.mp4"), "-frames:v", "1", path("shown.png")])
        let shown = try await regions("live", ["--source", path("shown.png")])
        try expectEqual(live, shown)

        try expectEqual(try await regions("live", ["--source", path("a.mp4")]), shown)
        let exported = try await regions("export", ["--format", "jsonl", path("a.mp4")])
        for (there, back) in try zip(
            exported, JSONLines.parse(text("a.jsonl")).compactMap(Self.region))
        {
            #expect(abs(there.x - back.x) < 1e-6 && abs(there.maxY - back.maxY) < 1e-6)
        }
        try expectEqual(exported, shown)

        try await facecap("analyze", ["-o", path("b.mp4"), path("a.mp4")])
        try expectEqual(try await regions("export", ["--format", "jsonl", path("b.mp4")]), shown)
        try await facecap("render", ["--draw", "boxes", path("a.mp4"), path("c.mp4")])
        try expectEqual(try await regions("export", ["--format", "jsonl", path("c.mp4")]), shown)
        try await run(
            "ffmpeg", ["-v", "error", "-i", path("c.mp4"), "-frames:v", "1", path("drawn.png")])
        try await facecap(
            "live",
            ["--draw", "boxes", "--source", path("shown.png"), "--annotate", path("upright.y4m")])
        let drawn = try drawnRegion("drawn.png", orientation)
        let wanted = try drawnRegion("upright.y4m", orientation)
        // The edges of lines, in pixels of images that were encoded.
        let differences = [
            drawn.x - wanted.x, drawn.y - wanted.y, drawn.maxX - wanted.maxX,
            drawn.maxY - wanted.maxY,
        ]
        #expect(differences.allSatisfy { abs($0) <= 3 }, "\(drawn) and \(wanted)")

        for photo in [["--source", source] + turn, ["--source", path("a.mp4")]] {
            let taken = try await regions("photo", ["--force", path("p.jpg")] + photo)
            try expectEqual(taken, shown)
            try expectEqual(try await regions("live", ["--source", path("p.jpg")]), shown)
        }

        try await facecap("report", ["-o", path("r.html"), path("a.mp4")])
        let side = orientation.exchangesSides ? "240,\"height\":320" : "320,\"height\":240"
        #expect(
            try text("r.html").contains(
                "\"picture\":{\"width\":\(side),\"rotation\":\(orientation.degrees),"
                    + "\"mirrored\":\(orientation.isMirrored)}"))
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    @discardableResult
    private func facecap(_ command: String, _ arguments: [String]) async throws -> String {
        let result = try await CommandRunner.run(
            [command, "--quiet"] + arguments,
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        try #require(result.exitCode == 0, "\(command): \(result.messages)")
        return result.output
    }

    private func run(_ program: String, _ arguments: [String]) async throws {
        let result = try await CommandRunner.run(arguments, of: "/usr/bin/" + program)
        try #require(result.exitCode == 0, "\(result.messages)")
    }

    /// Where the face of each frame or photo is in what a command prints.
    private func regions(_ command: String, _ arguments: [String]) async throws -> [Rect] {
        let json = command == "export" ? [] : ["--json"]
        return try JSONLines.parse(try await facecap(command, json + arguments))
            .compactMap(Self.region)
    }

    /// Where a frame with faces, as FFmpeg displays it, has lines that the recorded one has not, in pixels.
    private func drawnRegion(_ name: String, _ orientation: VideoOrientation) throws -> Rect {
        let (width, height) = orientation.exchangesSides ? (240, 320) : (320, 240)
        let images = try ["shown.png", name].map {
            try FFmpegProgram.rawImages(of: path($0), pixelFormat: "gray")
        }
        try #require(images.allSatisfy { $0.count == width * height })
        let drawn = images[0].indices.filter {
            abs(Int(images[0][$0]) - Int(images[1][$0])) > 30
        }
        let columns = Self.lines(of: drawn.map { $0 % width })
        let rows = Self.lines(of: drawn.map { $0 / width })
        let corner = Point(x: try #require(columns.min()), y: try #require(rows.min()))
        let opposite = Point(x: (columns.max() ?? 0) + 1, y: (rows.max() ?? 0) + 1)
        return Rect(corner: corner, corner: opposite)
    }

    /// The columns, or the rows, in which there is more than what an encoder made of a few pixels.
    private static func lines(of places: [Int]) -> [Double] {
        Dictionary(grouping: places) { $0 }.filter { $0.value.count >= 5 }.keys.map { Double($0) }
    }

    private static func region(_ record: [String: Any]) -> Rect? {
        guard let face = (record["faces"] as? [[String: Any]])?.first,
            let bounds = face["bounds"] as? [String: Double], let x = bounds["x"],
            let y = bounds["y"], let width = bounds["width"], let height = bounds["height"]
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// The first frame's region is the one that is shown.
    private func expectEqual(
        _ regions: [Rect], _ shown: [Rect], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (told, seen) = (try #require(regions.first), try #require(shown.first))
        let common = told.intersection(seen)
        let shared = common.width * common.height
        let union = told.width * told.height + seen.width * seen.height - shared
        #expect(shared / union > 0.95, "\(told) and \(seen)", sourceLocation: sourceLocation)
    }
}
