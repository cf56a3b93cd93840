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
            try #require(bytes[table.upperBound + 11] > count)
            bytes[table.upperBound + 11] -= count
        }
    }

    /// Lets a recording begin later by edits of its frames and faces, as programs do that encode nothing again.
    static func trim(_ path: String, by seconds: Double) throws {
        try change(path) { bytes, track in
            // The movie that the recording began with is part of the media data.
            let movie = try #require(bytes.ranges(of: Array("moov".utf8)).last).lowerBound - 4
            func start(of type: String) throws -> Int {
                try #require(bytes[movie...].firstRange(of: Array(type.utf8))).lowerBound - 4
            }
            func read(_ place: Int) -> UInt32 {
                bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
            func number(_ value: UInt32) -> [UInt8] {
                withUnsafeBytes(of: value.bigEndian) { Array($0) }
            }
            let header = try start(of: "mvhd") + 8
            let length = read(header + 16) - UInt32(seconds * Double(read(header + 12)))
            let begin = UInt32(seconds * Double(try #require(track.video).timescale))
            let edit = number(length) + number(begin)
            // The faces have an edit, and the frames, whose track is the first one, have none.
            let faces = try start(of: "elst") + 16
            bytes.replaceSubrange(faces..<faces + 8, with: edit)
            let list = number(28) + Array("elst".utf8) + number(0) + number(1)
            let box = number(36) + Array("edts".utf8) + list + edit + number(0x10000)
            let (video, media) = (try start(of: "trak"), try start(of: "mdia"))
            bytes.insert(contentsOf: box, at: media)
            for place in [movie, video] {
                bytes.replaceSubrange(place..<place + 4, with: number(read(place) + 36))
            }
        }
    }

    /// Lets the track say nothing of a frame.
    static func forgetFaces(ofFrame number: Int, of path: String) throws {
        try change(path) { bytes, track in
            var samples = track.movie.samples(of: track.track)
            for _ in 0..<number { _ = try samples.next() }
            let sample = try #require(try samples.next())
            // A single item, whose id is that of none.
            let size = withUnsafeBytes(of: UInt32(sample.byteCount).bigEndian) { Array($0) }
            let rest = [UInt8](repeating: 0, count: sample.byteCount - size.count)
            let place = Int(sample.offset)..<Int(sample.offset) + sample.byteCount
            bytes.replaceSubrange(place, with: size + rest)
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
