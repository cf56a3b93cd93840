// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceRecording
import FaceValues
import Foundation
import MediaCodecs
import TestSupport
import Testing
import TimedMetadata

/// Recordings that may have no more than so many bytes, of frames that wait in their encoder and large meshes of faces.
@Suite(.usualTimeLimit) struct RecordingSizeTests {
    private let stage: SteppedRecording

    init() throws { stage = try SteppedRecording(detector: MiddleDetector(meshPointCount: 400)) }

    /// The bytes of each file, in order, and the frames that they have.
    private func record(
        frames count: Int64, _ change: (inout CaptureMovieFileOutput.Settings) -> Void
    ) async throws -> (sizes: [Int64], frames: [Int]) {
        try await record(
            (0..<count).map { SteppedImages.image(at: MediaTime(value: $0, timescale: 10)) },
            change)
    }

    private func record(
        _ images: [CaptureEvent], _ change: (inout CaptureMovieFileOutput.Settings) -> Void
    ) async throws -> (sizes: [Int64], frames: [Int]) {
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.faces = FaceTrackFormat(includesMesh: true)
        change(&settings)
        try await stage.record(settings) { stage.source.show(images) }
        let files = stage.folder.contents.map { stage.folder.path + "/" + $0 }
        let sizes = try files.map { Int64(try Data(contentsOf: URL(filePath: $0)).count) }
        return (sizes, try files.flatMap { try RecordedFaces.frameNumbers(in: $0) })
    }

    @Test(arguments: [80_000, 150_000, 400_000] as [Int64])
    func theFacesOfFramesInTheEncoderCount(most: Int64) async throws {
        let (sizes, frames) = try await record(frames: 200) { $0.maximumByteCount = most }
        #expect(sizes.reduce(0, +) <= most)
        // Of what is kept free for the end, and of what the estimate is above the truth, not much is left.
        #expect(sizes.reduce(0, +) >= most - 70_000)
        #expect(frames == Array(0..<frames.count))
        #expect(stage.events.contains { if case .limitReached = $0 { true } else { false } })
    }

    @Test func whatEachFileSaysOfItselfCounts() async throws {
        let (sizes, frames) = try await record(frames: 400) {
            $0.maximumByteCount = 300_000
            $0.split = .duration(MediaTime(value: 2, timescale: 10))
            $0.faces = FaceTrackFormat()
        }
        #expect(sizes.count > 5)
        #expect(sizes.reduce(0, +) <= 300_000)
        #expect(frames == Array(0..<frames.count))
    }

    @Test func whatComesAgainFromBeforeTheFacesCounts() async throws {
        let stage = try SteppedRecording(detector: LightDetector())
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.video = .encoded(VideoEncoderSettings(isRealTime: true))
        settings.trigger = .faces(
            preRoll: MediaTime(value: 10, timescale: 1), postRoll: MediaTime(value: 1, timescale: 1)
        )
        settings.maximumByteCount = 300_000
        var numbers = SeededNumbers(seed: 1)
        let dark = (Int64(0)..<80).map {
            SteppedImages.noise(
                width: 320, height: 240, at: MediaTime(value: $0, timescale: 10), brightest: 100,
                &numbers)
        }
        // More than wait for the detector: the limit is to be reached before the recording is stopped.
        let light = (Int64(80)..<110).map {
            SteppedImages.image(
                width: 320, height: 240, at: MediaTime(value: $0, timescale: 10), luma: 200)
        }
        try await stage.record(settings) { stage.source.show(dark + light) }
        let path = stage.folder.path + "/movie-001.mp4"
        let size = try Data(contentsOf: URL(filePath: path)).count
        #expect((200_000...300_000).contains(size))
        #expect(try RecordedFaces.frameNumbers(in: path).first == 0)
        #expect(stage.events.contains { if case .limitReached = $0 { true } else { false } })
    }

    @Test func noFileOfASeriesIsLargerThanItMayBe() async throws {
        let (sizes, frames) = try await record(frames: 200) {
            $0.split = .byteCount(100_000)
            $0.video = .encoded(
                VideoEncoderSettings(keyFrameInterval: MediaTime(value: 2, timescale: 10)))
        }
        #expect(sizes.count > 5)
        #expect(sizes.allSatisfy { $0 <= 100_000 }, "\(sizes)")
        // The last one has what is left.
        #expect(sizes.dropLast().allSatisfy { $0 > 60_000 }, "\(sizes)")
        #expect(frames == Array(0..<200))
    }

    /// Between two of the encoder's own are more bytes than a file may have.
    @Test func aFileThatGetsTooLargeAsksForAFrameWithWhichTheNextCanBegin() async throws {
        var numbers = SeededNumbers.fresh()
        let images = (Int64(0)..<200).map { index in
            SteppedImages.noise(
                width: 64, height: 48, at: MediaTime(value: index, timescale: 10), &numbers)
        }
        let (sizes, frames) = try await record(images) {
            $0.split = .byteCount(400_000)
            $0.faces = FaceTrackFormat()
            $0.video = .encoded(
                VideoEncoderSettings(keyFrameInterval: MediaTime(value: 20, timescale: 1)))
        }
        #expect(sizes.count > 1)
        #expect(sizes.allSatisfy { $0 <= 400_000 }, "\(sizes)")
        #expect(frames == Array(0..<200))
    }
}
