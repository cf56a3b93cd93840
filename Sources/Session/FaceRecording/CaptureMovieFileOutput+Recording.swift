// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import MovieWriting
internal import SystemSupport

extension CaptureMovieFileOutput.Settings {
    /// What all files of a recording have in common and those of no other one: a random number or, where equal
    /// recordings are to have equal bytes, one that the first frame makes.
    func makeRecordingID(from firstFrame: [UInt8]) -> String {
        var generator = SystemRandomNumberGenerator()
        let number =
            includesCreationTime
            ? generator.next()
            // FNV-1a.
            : firstFrame.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(number, radix: 16, paddedTo: 16)
    }

    /// How long a fragment is: the other half is for frames that wait for the encoder.
    var fragmentInterval: MediaTime {
        max(
            MediaTime(value: 1, timescale: 10_000_000),
            MediaTime(
                seconds: movieFragmentInterval.seconds / 2, preferredTimescale: 10_000_000))
    }

    /// How a file of the recording is written.
    ///
    /// - Parameter captured: when its first sample was captured, on `CLOCK_MONOTONIC` in nanoseconds; `nil` for now.
    func writerConfiguration(path: String, captured: Int64?) -> MovieWriter.Configuration {
        var configuration = MovieWriter.Configuration()
        configuration.fileType = MovieFileType(path: path) ?? .mp4
        configuration.movieFragmentInterval = fragmentInterval
        configuration.shouldOptimizeForNetworkUse = shouldOptimizeForNetworkUse
        // Who wants no creation time wants the same file in each run.
        configuration.waitsForLateTracks = !includesCreationTime
        let age = captured.map { SystemClock.nanoseconds() - $0 } ?? 0
        let created = (SystemClock.nanoseconds(of: CLOCK_REALTIME) - age) / 1_000_000_000
        configuration.creationTime = includesCreationTime ? created : nil
        return configuration
    }
}
