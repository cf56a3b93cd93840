// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

/// Movies of 30 frames of a synthetic camera with a track of faces, all of them behind one key frame.
enum FaceTrackMovie {
    /// By the number of their faces.
    private static let movies = [0, 1].map { faces in
        Task {
            let folder = try TemporaryFolder()
            let run = try await CommandRunner.run(
                [
                    "record", folder.path + "/file.mp4", "--quiet", "--source",
                    "synthetic:faces=\(faces),size=160x120,fps=30,motion=still,frames=30,pace=fast",
                ] + CheapDetection.ofSmallVideo)
            try #require(run.exitCode == 0, "\(run.messages)")
            return try Data(contentsOf: URL(filePath: folder.path + "/file.mp4"))
        }
    }

    /// Writes a copy of such a movie; returns its path.
    static func write(to folder: TemporaryFolder, faces: Int = 1) async throws -> String {
        try folder.write(Array(await movies[faces].value), to: "file.mp4")
    }

    /// Changes a video's bytes.
    static func change(
        _ path: String, _ body: (inout [UInt8], FaceTrackReader) throws -> Void
    ) throws {
        let track = try FaceTrackReader(path: path)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        try body(&bytes, track)
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Takes the times of the last samples of a recording's faces away: these cannot be read.
    static func cutFaces(_ count: UInt8, of path: String) throws {
        try change(path) { bytes, _ in
            // The only count of the last table, that of the faces.
            let table = try #require(bytes.ranges(of: Array("stts".utf8)).last)
            bytes[table.upperBound + 11] -= count
        }
    }

    /// Leaves of some frames nothing but zeros: they cannot be decoded, and those behind them show what was before.
    static func spoil(_ frames: Range<Int>, of path: String) throws {
        try change(path) { bytes, track in
            var samples = track.movie.samples(of: try #require(track.video))
            var number = 0
            while let sample = try samples.next() {
                defer { number += 1 }
                guard frames.contains(number) else { continue }
                let place = Int(sample.offset) + 8..<Int(sample.offset) + sample.byteCount
                bytes.replaceSubrange(place, with: [UInt8](repeating: 0, count: place.count))
            }
        }
    }
}
