// SPDX-License-Identifier: Apache-2.0
import AudioPreview
import CaptureSamples
import FaceCapture
import FaceValues
import Foundation
import Synchronization
import TestSupport
import Testing

/// Audio that is played on devices of ALSA in user space.
@Suite(.serialized, .usualTimeLimit)
struct AudioPreviewOutputTests {
    /// Keeps what it is told of a device.
    private final class Failures: CaptureAudioPreviewOutput.Delegate {
        private let state = Mutex<[FacecapError]>([])
        private let tone: ToneSource
        var errors: [FacecapError] { state.withLock { $0 } }

        /// - Parameter tone: need not go on once there is an error.
        init(of tone: ToneSource) { self.tone = tone }

        func audioPreviewOutput(
            _ output: CaptureAudioPreviewOutput, didFailWith error: FacecapError
        ) {
            state.withLock { $0.append(error) }
            tone.end()
        }
    }

    private final class Listener: CaptureAudioDataOutputSampleBufferDelegate {
        let frameCount = Atomic(0)

        func audioDataOutput(
            _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
            from connection: CaptureConnection
        ) { frameCount.add(sampleBuffer.frameCount, ordering: .relaxed) }
    }

    init() { UserSpaceAudio.prepare() }

    /// Lets a tone be heard, until some of it was played or cannot be; what else came of the session, and how much
    /// audio it captured.
    private func play(_ output: CaptureAudioPreviewOutput) async throws -> (
        captured: Int, errors: [FacecapError]
    ) {
        let tone = ToneSource()
        let (failures, listener) = (Failures(of: tone), Listener())
        output.setDelegate(failures)
        let played = URL(filePath: UserSpaceAudio.playedPath)
        try? FileManager.default.removeItem(at: played)
        let watch = try FolderWatch(played.deletingLastPathComponent().path)
        let hearing = Task {
            _ = await watch.waitForWrite(within: 60) { $0 == played.lastPathComponent }
            tone.end()
        }
        defer { hearing.cancel() }
        let session = try await session(of: tone, output, heardBy: listener)
        let notifications = session.notifications()
        try await session.startRunning()
        await waitForEnd(notifications)
        output.setDelegate(nil)
        // The session may be there for a moment yet.
        try await session.removeOutput(output)
        return (listener.frameCount.load(ordering: .relaxed), failures.errors)
    }

    private func waitForEnd(_ notifications: AsyncStream<CaptureSession.Notification>) async {
        for await case .didStopRunning(let reason) in notifications {
            #expect(reason == .endOfStream)
            break
        }
    }

    private func session(
        of tone: ToneSource, _ output: CaptureAudioPreviewOutput, heardBy listener: Listener
    ) async throws -> CaptureSession {
        let session = CaptureSession()
        let other = CaptureAudioDataOutput()
        other.setSampleBufferDelegate(listener)
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureDevice(
                    kind: .microphone, uniqueID: "tone", localizedName: "Tone",
                    mediaTypes: [.audio]
                ) { _ in tone }))
        try await session.addOutput(output)
        try await session.addOutput(other)
        return session
    }

    private var all: Int { ToneSource.stretchCount * ToneSource.stretchFrameCount }

    @Test func audioIsPlayedAsLoudAsTheVolumeSays() async throws {
        let output = CaptureAudioPreviewOutput(outputDevice: "played")
        output.volume = 0.5
        let (captured, errors) = try await play(output)
        #expect(captured == all)
        #expect(errors == [])
        let bytes = try #require(FileManager.default.contents(atPath: UserSpaceAudio.playedPath))
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(samples.allSatisfy { $0 == 0.25 })
        #expect(samples.count / 2 + output.droppedFrameCount <= all)
        #expect(samples.count / 2 + output.droppedFrameCount > all / 2)
    }

    @Test func othersHearOnWhereItIsTakenOutAndItIsReleased() async throws {
        let listener = Listener()
        var output: CaptureAudioPreviewOutput? = CaptureAudioPreviewOutput(outputDevice: "played")
        weak var released: CaptureAudioPreviewOutput?
        released = output
        let tone = ToneSource()
        let session = try await session(of: tone, try #require(output), heardBy: listener)
        let notifications = session.notifications()
        try await session.startRunning()
        try await session.removeOutput(try #require(output))
        output = nil
        #expect(released == nil)
        tone.end()
        await waitForEnd(notifications)
        #expect(listener.frameCount.load(ordering: .relaxed) == all)
    }

    @Test func aDeviceThatIsMissingIsToldOfOnceAndDisturbsNobody() async throws {
        let output = CaptureAudioPreviewOutput(outputDevice: "missing")
        let (captured, errors) = try await play(output)
        #expect(captured == all)
        #expect(errors.map(\.code) == [.sourceNotFound])
        #expect(errors.first?.message.contains("missing") == true)
        // Another device may be named for the next time.
        output.outputDevice = "played"
        #expect(try await play(output).errors == [])
    }

    @Test(arguments: [(-1.0, 0.0), (0.3, 0.3), (7, 1), (.nan, 0)])
    func aVolumeLiesBetweenSilenceAndFullScale(requested: Double, set: Double) {
        let output = CaptureAudioPreviewOutput()
        #expect(output.outputDevice == "default")
        output.volume = requested
        #expect(output.volume == set)
    }
}
