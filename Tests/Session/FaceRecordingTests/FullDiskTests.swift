// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs
import SystemSupport
import TestSupport
import Testing

@testable import FaceCapture
@testable import FaceRecording

/// A recording on a disk that has no room for it.
@Suite(.usualTimeLimit) struct FullDiskTests {
    /// What is found in its frames is never told: it has failed, but not ended, when it is cancelled. The split has
    /// ended its file, though the encoder still holds frames of that.
    @Test(.enabled(if: SmallFileSystem.isAvailable))
    func whatIsWrongWithAFileThatStaysIsToldOnceThoughItsLastFramesHaveNoRoomEither() throws {
        let disk = try SmallFileSystem(kilobytes: 128)
        let events = Monitor<[CaptureMovieFileOutput.Event]>([])
        let input = CaptureDeviceInput(
            device: CaptureDevice(kind: .file, uniqueID: "noise", localizedName: "noise") { _ in
                SteppedImages()
            })
        let run = RecordingRun(
            connections: [MediaType.video, .metadata].map {
                CaptureConnection(input: input, mediaType: $0)
            },
            isLive: false, report: { event in events.withLock { $0.append(event) } },
            publish: { _ in })
        var settings = CaptureMovieFileOutput.Settings(path: disk.path("movie.mp4"))
        settings.movieFragmentInterval = MediaTime(value: 1, timescale: 5)
        settings.video = .encoded(VideoEncoderSettings(threads: 1))
        run.receive(.request(.start(settings, CancelRequest())))
        var frames = SteppedImages.noise(count: 150).enumerated().makeIterator()
        /// Shows the next frame; whether it was taken.
        func showFrame() -> Bool {
            guard case (let number, .video(let sample))? = frames.next() else { return false }
            let count = run.status?.frameCount
            run.receive(.frame(CapturedFrame(id: FrameID(number), sampleBuffer: sample)))
            return run.status?.frameCount != count
        }
        // Until the encoder gives the first one.
        while events.withLock({ $0.isEmpty }), showFrame() {}
        run.receive(.request(.split))
        while showFrame() {}
        run.receive(.request(.cancel))
        run.finish()
        let told = events.withLock { $0 }
        let warnings = told.compactMap { event -> FacecapError.Code? in
            if case .warning(let error) = event { error.code } else { nil }
        }
        #expect(warnings == [.storageFull] && told.last == .cancelled, "\(told)")
    }
}
