// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceRecording
import FaceValues
import Synchronization
import TestSupport
import Testing

/// Recordings of sources that have nothing of what is to be recorded.
@Suite(.usualTimeLimit) struct MissingSamplesTests {
    /// Ends at once.
    private final class EmptySource: CaptureSource, CaptureSourceControl {
        let videoFormat: VideoFormat?
        let audioFormat: AudioFormat?
        let isLive = false
        let estimatedFrameCount: Int? = nil

        init(hasVideo: Bool) {
            videoFormat = hasVideo ? VideoFormat(width: 64, height: 48, frameRate: 10) : nil
            audioFormat = hasVideo ? nil : AudioFormat(sampleRate: 48_000, channelCount: 1)
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? { nil }

        func cancel() {}
    }

    private final class Events: CaptureAudioFileOutput.Delegate, CaptureFileOutputRecordingDelegate
    {
        private let all = Mutex<[CaptureMovieFileOutput.Event]>([])
        var events: [CaptureMovieFileOutput.Event] { all.withLock { $0 } }

        func audioFileOutput(
            _ output: CaptureAudioFileOutput, didReceive event: CaptureMovieFileOutput.Event
        ) { all.withLock { $0.append(event) } }

        func audioFileOutputDidProgress(_ output: CaptureAudioFileOutput) {}

        func audioFileOutput(
            _ output: CaptureAudioFileOutput, didReceive notice: CaptureDelivery.Notice,
            from connection: CaptureConnection
        ) {}

        func movieFileOutput(
            _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
        ) { all.withLock { $0.append(event) } }
    }

    private let folder: TemporaryFolder
    private let events = Events()

    init() throws { folder = try TemporaryFolder() }

    /// What is told of an output whose session runs to the source's end, once or again.
    private func play(
        hasVideo: Bool, into output: any CaptureOutput, times: Int = 1,
        afterEach ended: () -> Void = {}
    ) async throws -> [CaptureMovieFileOutput.Event] {
        let session = CaptureSession()
        let device = CaptureDevice(kind: .file, uniqueID: "empty", localizedName: "empty") { _ in
            EmptySource(hasVideo: hasVideo)
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(output)
        for _ in 0..<times {
            let notifications = session.notifications()
            try await session.startRunning()
            for await case .didStopRunning in notifications { break }
            await session.stopRunning()
            ended()
        }
        #expect(folder.contents.isEmpty)
        return events.events
    }

    private func playAudio(hasVideo: Bool) async throws -> [CaptureMovieFileOutput.Event] {
        let output = CaptureAudioFileOutput(
            CaptureAudioFileOutput.Settings(path: folder.path + "/a.wav", format: .wav(.int16)))
        output.setDelegate(events)
        return try await play(hasVideo: hasVideo, into: output)
    }

    private func playMovie(hasVideo: Bool) async throws -> [CaptureMovieFileOutput.Event] {
        let output = CaptureMovieFileOutput()
        output.setRecordingDelegate(events)
        output.startRecording(CaptureMovieFileOutput.Settings(path: folder.path + "/m.mp4"))
        return try await play(hasVideo: hasVideo, into: output)
    }

    @Test func anAudioFileOfASourceWithoutAudioFails() async throws {
        let told = try await playAudio(hasVideo: true)
        guard told.count == 1, case .failed(let error) = told[0] else {
            Issue.record("\(told)")
            return
        }
        #expect(error.code == .invalidState)
    }

    @Test func aMovieOfASourceWithoutFramesFails() async throws {
        let told = try await playMovie(hasVideo: false)
        guard told.count == 1, case .failed(let error) = told[0] else {
            Issue.record("\(told)")
            return
        }
        #expect(error.code == .invalidState)
    }

    @Test func anAudioFileThatIsCancelledBeforeASessionStartsIsNoneOfThisSession() async throws {
        let output = CaptureAudioFileOutput(
            CaptureAudioFileOutput.Settings(path: folder.path + "/a.wav", format: .wav(.int16)))
        output.setDelegate(events)
        output.cancelRecording()
        let told = try await play(hasVideo: false, into: output, times: 2)
        #expect(told == [.cancelled, .completed])
    }

    @Test func anAudioFileIsWholeThoughTheOneOfTheSessionBeforeIsCancelledTooLate() async throws {
        let output = CaptureAudioFileOutput(
            CaptureAudioFileOutput.Settings(path: folder.path + "/a.wav", format: .wav(.int16)))
        output.setDelegate(events)
        let told = try await play(hasVideo: false, into: output, times: 2) {
            output.cancelRecording()
        }
        #expect(told == [.completed, .completed])
    }

    @Test func whatEndsBeforeItsFirstSampleIsCompleteWithoutAFile() async throws {
        #expect(try await playAudio(hasVideo: false) == [.completed])
    }

    @Test func anAudioFileWithoutRoomForAnyAudioIsNone() async throws {
        var settings = CaptureAudioFileOutput.Settings(
            path: folder.path + "/a.wav", format: .wav(.int16))
        settings.maximumByteCount = 200
        let output = CaptureAudioFileOutput(settings)
        output.setDelegate(events)
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        let session = CaptureSession()
        let device = CaptureDevice(kind: .file, uniqueID: "tone", localizedName: "tone") { _ in
            source
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(output)
        try await session.startRunning()
        source.show([
            .audio(
                AudioSampleBuffer(
                    samples: [Float](repeating: 0.1, count: 100), sampleRate: 1000,
                    channelCount: 1, presentationTime: .zero))
        ])
        await session.stopRunning()
        guard case .failed(let error) = events.events.last else {
            Issue.record("\(events.events)")
            return
        }
        #expect(error.code == .outputFailed)
        #expect(folder.contents.isEmpty)
    }

    @Test func aMovieThatEndsBeforeItsFirstFrameIsCompleteWithoutAFile() async throws {
        #expect(try await playMovie(hasVideo: true) == [.completed])
    }
}
