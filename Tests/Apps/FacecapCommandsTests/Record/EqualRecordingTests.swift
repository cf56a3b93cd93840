// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Recordings that are made again.
@Suite struct EqualRecordingTests {
    /// What came late differs from run to run; of the clock there is nothing.
    @Test func aLiveRecordingWithoutClockTellsNoTime() async throws {
        let recording = try TestRecording()
        let run = try await recording.run(
            "synthetic:faces=1,size=160x120,fps=30,frames=20",
            ["--no-clock", "--sidecar", "jsonl", "--marker", "one"] + TestRecording.corner,
            json: true)
        #expect(run.exitCode == 0, "\(run.messages)")
        let movie = try Data(contentsOf: URL(filePath: recording.path))
        for box in ["mvhd", "tkhd", "mdhd"] {
            let header = try #require(movie.range(of: Data(box.utf8)))
            #expect(
                movie[header.upperBound + 4..<header.upperBound + 12] == Data(count: 8), "\(box)")
        }
        let sidecar = try String(
            contentsOfFile: recording.folder.path + "/movie.jsonl", encoding: .utf8)
        for text in [run.output, sidecar] {
            #expect(text.contains("\"type\":\"faces\""))
            for key in ["monotonic_ns", "clock", "utc", "latency_ms"] {
                #expect(!text.contains("\"\(key)\""), "\(key)")
            }
        }
        let clocked = try await recording.run(
            "synthetic:faces=1,size=160x120,frames=2,pace=fast", ["--force"], json: true)
        for key in ["monotonic_ns", "clock", "utc", "latency_ms"] {
            #expect(clocked.output.contains("\"\(key)\""), "\(key)")
        }
    }

    @Test(arguments: ["movie.mp4", "movie.mov"])
    func withoutClockTheyHaveEqualBytes(name: String) async throws {
        let folder = try TemporaryFolder()
        var files: [Data] = []
        for number in 0..<2 {
            let path = "\(folder.path)/\(number)-\(name)"
            let run = try await CommandRunner.run(
                [
                    "record", path, "--no-clock", "--source",
                    "synthetic:faces=1,size=160x120,pace=fast,frames=20",
                ] + CheapDetection.ofOneFace)
            #expect(run.exitCode == 0, "\(run.messages)")
            files.append(try Data(contentsOf: URL(filePath: path)))
        }
        #expect(files[0] == files[1])
        // Times of creation and modification (ISO/IEC 14496-12 8.2.2), behind version and flags.
        let header = try #require(files[0].range(of: Data("mvhd".utf8)))
        #expect(files[0][header.upperBound + 4..<header.upperBound + 12] == Data(count: 8))
    }
}
