// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Intervals of movies whose last frame is shown for another time than the one before.
@Suite(.enabled(if: GapMovie.canBeMade, "needs ffmpeg")) struct LastFrameExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func succeed(_ arguments: [String], of program: String? = nil) async throws -> String {
        let run =
            if let program { try await CommandRunner.run(arguments, of: program) } else {
                try await CommandRunner.run(arguments)
            }
        try #require(run.exitCode == 0, "\(run.messages)")
        return run.output
    }

    /// A movie with the faces of ten drawn frames, copied as `options` say.
    private func makeMovie(_ options: [String]) async throws -> String {
        let ffmpeg = try #require(InstalledProgram.ffmpeg)
        _ = try await succeed([
            "record", path("drawn.mp4"), "--quiet", "--detector", "haar", "--detect-every", "1000",
            "--source", "synthetic:faces=1,size=320x240,frames=10,pace=fast,motion=still",
        ])
        // Without frames that are shown in another order, the last one is the last of the file.
        _ = try await succeed(
            [
                "-v", "error", "-i", path("drawn.mp4"), "-map", "0:v", "-c:v", "libx264",
                "-bf", "0", path("file.mp4"),
            ], of: ffmpeg)
        _ = try await succeed(
            ["-v", "error", "-i", path("file.mp4"), "-c", "copy"] + options + [path("copy.mp4")],
            of: ffmpeg)
        _ = try await succeed(
            ["analyze", path("copy.mp4"), "-o", path("faces.mp4"), "--quiet"]
                + CheapDetection.ofOneFace)
        return path("faces.mp4")
    }

    /// When the face is in view no more, in seconds, as each format tells.
    private func ends(in movie: String) async throws -> [Double] {
        _ = try await succeed([
            "export", movie, "--format", "eaf,textgrid,boris", "-o", path("table"),
        ])
        func text(_ ending: String) throws -> String {
            try String(contentsOfFile: path("table." + ending), encoding: .utf8)
        }
        let slot = try text("eaf").split(separator: "\n").filter { $0.contains("<TIME_SLOT ") }
        let slotEnds = slot.compactMap { line in
            line.split(separator: "\"").dropLast().last.flatMap { Double($0) }
        }
        let grid = try text("TextGrid").split(separator: "\n")
        let inView = try #require(grid.firstIndex { $0.contains("text = \"in view\"") })
        let gridEnd = grid[inView - 1].split(separator: " ").last.flatMap { Double($0) }
        let project =
            try JSONSerialization.jsonObject(with: Data(text("boris").utf8)) as? [String: Any]
        let observations = project?["observations"] as? [String: [String: Any]]
        let events = observations?.values.first?["events"] as? [[Any]] ?? []
        let states = events.filter { $0[2] as? String == "in view" }
        return [
            (slotEnds.max() ?? 0) / 1000, try #require(gridEnd),
            states.compactMap { $0[0] as? Double }.max() ?? 0,
        ]
    }

    /// What `inspect` tells of the only face.
    private func secondsInView(in movie: String) async throws -> Double {
        let record = try JSONLines.parse(try await succeed(["inspect", "--json", movie])).first
        let faces = try #require((record?["faces"] as? [[String: Any]])?.first)
        let ids = try #require(faces["ids"] as? [[String: Any]])
        return try #require(ids.first?["in_view"] as? Double)
    }

    @Test func aFaceIsInViewAsLongAsTheLastFrameIsShown() async throws {
        let movie = try await makeMovie([
            "-bsf:v", "setts=duration=if(eq(N\\,9)\\,3/TB\\,DURATION)",
        ])
        let seconds = try await secondsInView(in: movie)
        #expect(seconds > 3.2)
        for end in try await ends(in: movie) { #expect(abs(end - seconds) < 0.002, "\(end)") }
    }

    @Test func theFaceOfTheOnlyFrameIsInView() async throws {
        let movie = try await makeMovie(["-frames:v", "1"])
        let seconds = try await secondsInView(in: movie)
        #expect(seconds > 0)
        for end in try await ends(in: movie) { #expect(abs(end - seconds) < 0.002, "\(end)") }
    }
}
