// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Movies into whose frames the faces are drawn while they are recorded.
@Suite(.enabled(if: RecordedMovie.canBeProbed, "needs ffmpeg"))
struct RecordAnnotatedTests {
    private static let source = "synthetic:faces=1,size=320x240,frames=24,pace=fast,motion=roll"
    private static let options = CheapDetection.ofOneFace + ["--quality", "1"]

    /// The colors of each frame, three bytes a pixel.
    private func images(_ movie: RecordedMovie) throws -> [[UInt8]] {
        let bytes = try FFmpegProgram.rawImages(of: movie.path, pixelFormat: "rgb24")
        let count = 320 * 240 * 3
        try #require(bytes.count == 24 * count)
        return (0..<24).map { Array(bytes[($0 * count)..<(($0 + 1) * count)]) }
    }

    @Test func everyFrameShowsTheBoxOfItsOwnFaces() async throws {
        let plain = try await RecordedMovie(Self.source, Self.options)
        let drawn = try await RecordedMovie(
            Self.source, Self.options + ["--annotate", "--draw", "boxes", "--marker", "here"])
        let (before, after) = (try images(plain), try images(drawn))
        let frames = drawn.live.frames
        #expect(frames.count == 24)
        for (number, record) in frames.enumerated() {
            let changed = (0..<(320 * 240)).filter { pixel in
                (0..<3).contains {
                    let sample = 3 * pixel + $0
                    return abs(Int(before[number][sample]) - Int(after[number][sample])) > 60
                }
            }
            let face = (record["faces"] as? [[String: Any]])?.first
            guard let bounds = face?["bounds"] as? [String: Double] else {
                #expect(changed.isEmpty, "\(number)")
                continue
            }
            // The middle of what was drawn is that of the face, turned or not.
            let columns = changed.map { Double($0 % 320) }
            let rows = changed.map { Double($0 / 320) }
            let x = try #require(bounds["x"]) + (bounds["width"] ?? 0) / 2
            let y = try #require(bounds["y"]) + (bounds["height"] ?? 0) / 2
            let middle = (
                ((columns.min() ?? 0) + (columns.max() ?? 0)) / 2,
                ((rows.min() ?? 0) + (rows.max() ?? 0)) / 2
            )
            #expect(abs(middle.0 - x * 320) < 5 && abs(middle.1 - y * 240) < 5, "\(number)")
        }
        ExportedRecords.expectEqual(drawn.live, try await drawn.exported())
        #expect(drawn.live.times == plain.live.times)
    }

    @Test(arguments: [
        (["--annotate", "--redact", "blur"], "--redact hides the faces"),
        (["--annotate", "--metadata-only"], "--metadata-only records no frame"),
        (["--annotate", "--passthrough"], "--passthrough copies frames"),
        (["--trails", "2s"], "give --annotate too"),
    ])
    func whatCannotBeDrawnIsSaid(_ options: [String], _ message: String) async throws {
        let run = try await CommandRunner.run(
            ["record", "out.mp4", "--source", "synthetic"] + options)
        #expect(run.exitCode == 64 && run.messages.contains(message), "\(run.messages)")
    }
}
