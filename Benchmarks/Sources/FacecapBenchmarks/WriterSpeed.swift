// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation

/// How fast a movie is written, whatever is in it.
enum WriterSpeed {
    /// Writes 1 GB in images of 1 MB, finishes the movie, and removes it; megabytes a second.
    static func measure(_ file: URL) throws -> Double {
        defer { try? FileManager.default.removeItem(at: file) }
        let format = EncodedSample.VideoFormat(
            codec: .h264, width: 1920, height: 1080, orientation: .upright,
            configuration: [1, 0x64, 0, 40, 0xFF, 0xE0, 0],
            color: .init(primaries: 1, transfer: 1, matrix: 1, isFullRange: false),
            timescale: 30)
        let image = [UInt8](repeating: 0x5A, count: 1_000_000)
        let start = MonotonicClock.nowNanoseconds
        let writer = try MovieWriter(
            path: file.path,
            tracks: [MovieWriter.TrackDescription(content: .video(format), timescale: 30)])
        for number in 0..<1000 {
            try writer.append(
                EncodedSample(
                    bytes: image,
                    presentationTime: MediaTime(value: Int64(number), timescale: 30),
                    isSync: number % 60 == 0),
                toTrack: 0)
        }
        let summary = try writer.finish()
        let seconds = Double(MonotonicClock.nowNanoseconds - start) / 1e9
        return Double(summary.byteCount) / 1e6 / seconds
    }
}
