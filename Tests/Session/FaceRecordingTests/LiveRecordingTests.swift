// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceRecording
import FaceValues
import Foundation
import MediaCodecs
import TestSupport
import Testing

/// The times of movies whose frames come from a live source.
@Suite(.usualTimeLimit)
struct LiveRecordingTests {
    private let folder: TemporaryFolder
    private let source = SteppedImages(isLive: true)
    private let image = PixelBufferPool(format: .gray8, width: 64, height: 48)
        .makePixelBuffer { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: 128, count: planes[0].bytesPerRow * 48)
        }

    init() throws { folder = try TemporaryFolder() }

    /// A frame that is captured as long after the system's start as its time says.
    private func frame(at time: MediaTime) -> CaptureEvent {
        .video(
            VideoSampleBuffer(
                pixelBuffer: image, presentationTime: time, captureNanoseconds: time.nanoseconds))
    }

    /// Records the frames of some times, each once the one before is recorded and looked at.
    private func record(
        _ settings: CaptureMovieFileOutput.Settings, _ times: [MediaTime],
        beforeFrame: (Int, CaptureMovieFileOutput) -> Void = { _, _ in }
    ) async throws {
        let device = CaptureDevice(kind: .camera, uniqueID: "gray", localizedName: "gray") {
            [source] _ throws(FacecapError) in source
        }
        let (session, movie) = (CaptureSession(), CaptureMovieFileOutput())
        let faces = CaptureMetadataOutput(detector: BlindDetector())
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(faces)
        try await session.addOutput(movie)
        movie.startRecording(settings)
        try await session.startRunning()
        for (number, time) in times.enumerated() {
            beforeFrame(number, movie)
            source.show([frame(at: time)])
            // A frame of a live source may be lost, where the system stood still.
            _ = try await TimeLimit.wait(within: 10) {
                movie.load == .relaxed && faces.ledger.captured > number
            }
        }
        await session.stopRunning()
        #expect(movie.status.state.phase == .completed)
    }

    @Test(arguments: [false, true])
    func framesKeepTheirTimesWhenTheyComeFaster(showsFrames: Bool) async throws {
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
        if !showsFrames { settings.video = .none }
        let tenths = (0..<5).map { MediaTime(value: $0, timescale: 10) }
        let sixtieths = (25..<85).map { tick in
            MediaTime(seconds: Double(tick) / 60, preferredTimescale: 1_000_000)
        }
        try await record(settings, tenths + sixtieths)
        let times =
            try showsFrames
            ? RecordedFrames.times(in: settings.path) : RecordedFaces.times(in: settings.path)
        // Of a live source some may be dropped.
        #expect(times.count > 10)
        #expect(Set(times).count == times.count)
        let shown = (tenths + sixtieths).map(\.seconds)
        for time in times {
            #expect(shown.contains { abs($0 - time) < 1e-4 }, "\(time)")
        }
    }

    @Test func aMovieIsAsOldAsItsFirstFrame() async throws {
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
        let second = MediaTime(value: 1, timescale: 1)
        settings.trigger = .moment(preRoll: second, postRoll: second, lookBack: second)
        settings.video = .encoded(
            VideoEncoderSettings(keyFrameInterval: MediaTime(value: 1, timescale: 5)))
        let start = MonotonicClock.utcNanoseconds - MonotonicClock.nowNanoseconds
        try await record(settings, (0..<100).map { MediaTime(value: $0, timescale: 10) }) {
            number, movie in
            if number == 70 { movie.recordMoment(at: MediaTime(value: 60, timescale: 10)) }
        }
        let bytes = try Data(contentsOf: URL(filePath: settings.path))
        let name = try #require(bytes.firstRange(of: Data("mvhd".utf8)))
        // After a version and flags, in seconds since 1904.
        let created = bytes[(name.upperBound + 4)..<(name.upperBound + 8)].reduce(0) {
            $0 << 8 | Int64($1)
        }
        // The first key frame is at most 0.2 s before the second before the moment, or a little more if frames are
        // dropped.
        let age = created - 2_082_844_800 - start / 1_000_000_000
        #expect((3...6).contains(age), "\(age)")
    }
}
