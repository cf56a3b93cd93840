// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceRecording
import FaceValues
import Foundation
import MediaCodecs
import TestSupport
import Testing

/// The audio of a movie that is recorded around a moment, as that of a live photo.
@Suite(
    .enabled(if: FFmpegProgram.isAvailable, "needs ffprobe"), .usualTimeLimit)
struct MomentAudioTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A tenth of a second of a tone, with its frame.
    private func tenth(_ number: Int) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: (0..<4800).map { sinf(Float($0) * 0.0576) / 2 }, sampleRate: 48_000,
            channelCount: 1, presentationTime: MediaTime(value: Int64(number), timescale: 10))
    }

    @Test func theAudioBeginsAndEndsWithTheFrames() async throws {
        let source = SteppedImages(hasAudio: true)
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") {
            _ throws(FacecapError) in source
        }
        let (session, movie) = (CaptureSession(), CaptureMovieFileOutput())
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(movie)
        let second = MediaTime(value: 1, timescale: 1)
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/moment.mov")
        settings.trigger = .moment(preRoll: second, postRoll: second, lookBack: second)
        var video = VideoEncoderSettings()
        video.keyFrameInterval = MediaTime(value: 1, timescale: 5)
        settings.video = .encoded(video)
        movie.startRecording(settings)
        try await session.startRunning()
        for number in 0..<60 {
            source.show([.audio(tenth(number))])
            source.show(1)
            if number == 30 { movie.recordMoment(at: MediaTime(value: 30, timescale: 10)) }
        }
        await session.stopRunning()
        for stream in ["v:0", "a:0"] {
            let output = try #require(
                FFmpegProgram.run(
                    "ffprobe",
                    [
                        "-v", "error", "-select_streams", stream, "-show_entries",
                        "stream=start_time,duration", "-of", "csv=p=0", settings.path,
                    ]))
            let numbers = String(decoding: output, as: UTF8.self)
                .split { ",\n".contains($0) }.compactMap { Double($0) }
            try #require(numbers.count == 2, "\(stream) \(numbers)")
            // A key frame is at most 0.2 s earlier; a packet of audio has 21 ms.
            #expect(numbers[0] < 0.05 && numbers[1] > 1.95 && numbers[1] < 2.35, "\(numbers)")
        }
    }
}
