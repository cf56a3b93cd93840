// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceRecording
import FaceValues
import TestSupport
import Testing

/// When frames and faces are in a movie whose source has times of several scales.
@Suite(.usualTimeLimit) struct RecordedTimesTests {
    /// What is recorded of frames at some times: when they are shown, and when faces are, from the first frame on.
    private func record(_ times: [MediaTime]) async throws -> (frames: [Double], faces: [Double]) {
        let stage = try SteppedRecording(detector: MiddleDetector())
        let path = stage.folder.path + "/movie.mp4"
        try await stage.record(CaptureMovieFileOutput.Settings(path: path)) {
            stage.source.show(times.map { SteppedImages.image(at: $0) })
        }
        return (try RecordedFrames.times(in: path), try RecordedFaces.times(in: path))
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

    @Test func framesWithTimesInNanosecondsMayBeSecondsApart() async throws {
        let times = (Int64(0)..<4).map {
            MediaTime(value: $0 * 5_000_000_000, timescale: 1_000_000_000)
        }
        let (frames, faces) = try await record(times)
        #expect(areNear(frames, times), "\(frames)")
        #expect(areNear(faces, times), "\(faces)")
    }

    /// Times that a movie's scale holds only rounded, some up and some down.
    @Test(arguments: 0..<9)
    func theLastFrameKeepsItsFacesBesideTheTicksOfTheMovie(offset: Int64) async throws {
        let times = (Int64(0)..<6).map { index in
            index < 3
                ? MediaTime(value: index, timescale: 30)
                : MediaTime(
                    value: 1_510_233 + offset + (index - 3) * 100_000, timescale: 3_000_000)
        }
        let (frames, faces) = try await record(times)
        #expect(areNear(frames, times), "\(frames)")
        #expect(faces == frames)
    }

    @Test func aFileBeginsWithTheFacesOfItsFirstFrame() async throws {
        let stage = try SteppedRecording(detector: MiddleDetector())
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.split = .duration(MediaTime(value: 1, timescale: 1))
        try await stage.record(settings) {
            // Each time lies a little before or behind a tick.
            stage.source.show(
                (Int64(0)..<9).map { index in
                    SteppedImages.image(
                        at: index == 0
                            ? .zero
                            : MediaTime(value: index * 500_003 + index, timescale: 1_000_000))
                })
        }
        var numbers: [[Int]] = []
        for name in stage.folder.contents.sorted() {
            let path = stage.folder.path + "/" + name
            numbers.append(try RecordedFaces.frameNumbers(in: path))
            #expect(try RecordedFaces.observations(in: path).allSatisfy { !$0.faces.isEmpty })
        }
        #expect(numbers.count > 2 && numbers.flatMap(\.self) == Array(0..<9), "\(numbers)")
    }

    @Test func facesAreInTheFilesOfTheirFramesHoweverLongTheEncoderHoldsThoseBack() async throws {
        let stage = try SteppedRecording(detector: MiddleDetector())
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.split = .duration(MediaTime(value: 10, timescale: 1))
        try await stage.record(settings) {
            stage.source.show(
                (Int64(0)..<30).map {
                    SteppedImages.image(at: MediaTime(value: 5 * $0, timescale: 1))
                })
        }
        let numbers = try stage.folder.contents.sorted().map {
            try RecordedFaces.frameNumbers(in: stage.folder.path + "/" + $0)
        }
        #expect(numbers == (0..<15).map { [2 * $0, 2 * $0 + 1] }, "\(numbers)")
    }
}
