import Foundation
import TestSupport
import Testing

/// Recordings that are made again.
@Suite struct EqualRecordingTests {
    @Test(arguments: ["movie.mp4", "movie.mov"])
    func withoutClockTheyHaveEqualBytes(name: String) async throws {
        let folder = try TemporaryFolder()
        var files: [Data] = []
        for number in 0..<2 {
            let path = "\(folder.path)/\(number)-\(name)"
            let run = try await CommandRunner.run(
                [
                    "record", path, "--no-clock", "--detector", "haar", "--source",
                    "synthetic:faces=1,size=160x120,pace=fast,frames=40",
                ] + TestRecording.corner)
            #expect(run.exitCode == 0, "\(run.messages)")
            files.append(try Data(contentsOf: URL(filePath: path)))
        }
        #expect(files[0] == files[1])
        // Times of creation and modification (ISO/IEC 14496-12 8.2.2), behind version and flags.
        let header = try #require(files[0].range(of: Data("mvhd".utf8)))
        #expect(files[0][header.upperBound + 4..<header.upperBound + 12] == Data(count: 8))
    }
}
