// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceRecording
import FaceValues
import MovieReading
import TestSupport
import Testing

/// When frames and faces are in a movie whose source has times of several scales.
@Suite(.timeLimit(.minutes(2))) struct RecordedTimesTests {
    /// What is recorded of frames at some times: when they are shown, and when faces are, from the first frame on.
    private func record(_ times: [MediaTime]) async throws -> (frames: [Double], faces: [Double]) {
        let stage = try SteppedRecording(detector: MiddleDetector())
        let path = stage.folder.path + "/movie.mp4"
        try await stage.record(CaptureMovieFileOutput.Settings(path: path)) {
            stage.source.show(times.map { SteppedImages.image(at: $0) })
        }
        let movie = try MovieReader(path: path)
        let track = try #require(movie.tracks.first { $0.kind == .video })
        var samples = movie.samples(of: track)
        var frames: [Double] = []
        while let sample = try samples.next() {
            let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
            frames.append(try #require(time).seconds)
        }
        let faces = try stage.recorded(in: path).map(\.presentationTime.seconds)
        return (frames.sorted(), faces)
    }

    private func areNear(_ recorded: [Double], _ times: [MediaTime]) -> Bool {
        recorded.count == times.count
            && zip(recorded, times).allSatisfy { abs($0 - $1.seconds) < 1e-5 }
    }

    @Test func aFirstTimeOfWholeSecondsIsFollowedByFinerOnes() async throws {
        let times = [.zero] + (1..<20).map { MediaTime(value: $0, timescale: 30) }
        let (frames, faces) = try await record(times)
        #expect(areNear(frames, times), "\(frames)")
        #expect(areNear(faces, times), "\(faces)")
    }

    @Test func timesOfAFinerScaleThanTheFirstAreNotRoundedToThat() async throws {
        let times = (Int64(0)..<20).map { index in
            index == 0
                ? MediaTime(value: 0, timescale: 30)
                : MediaTime(value: index * 33_333 + (index % 2) * 12_000, timescale: 1_000_000)
        }
        let (frames, faces) = try await record(times)
        #expect(areNear(frames, times), "\(frames)")
        #expect(areNear(faces, times), "\(faces)")
    }
}
