// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import SystemSupport
import Testing
import TestSupport

/// A device that can be open once at a time, as a camera can.
@Suite(.usualTimeLimit) struct ReopenedDeviceTests {
    private final class Camera: Sendable {
        struct State {
            var isOpen = false
            var isGone = false
            /// What it was opened with.
            var presets: [CaptureSession.Preset] = []
            /// Of the next frame.
            var tenths: Int64 = 1000
        }

        let state = Monitor(State())

        var presets: [CaptureSession.Preset] { state.withLock { $0.presets } }

        /// - Parameter isBroken: whether it cannot be opened, once nobody else has it open.
        func device(isBroken: Bool = false) -> CaptureDevice {
            CaptureDevice(
                kind: .synthetic, uniqueID: "camera", localizedName: "camera",
                supportedPresets: [.low]
            ) { preset throws(FacecapError) in
                try self.open(preset, isBroken: isBroken)
            }
        }

        private func open(
            _ preset: CaptureSession.Preset, isBroken: Bool
        ) throws(FacecapError) -> sending any CaptureSource {
            let failure = state.withLock { state -> FacecapError? in
                if state.isOpen { return FacecapError(.deviceBusy, "busy") }
                if state.isGone || isBroken { return FacecapError(.sourceNotFound, "away") }
                state.isOpen = true
                state.presets.append(preset)
                return nil
            }
            if let failure { throw failure }
            return Source(self)
        }
    }

    /// Ten frames at once, and then none.
    private final class Source: CaptureSource, CaptureSourceControl {
        let videoFormat: VideoFormat? = VideoFormat(width: 4, height: 2, frameRate: 10)
        let timebase = CaptureEvent.Timebase.host
        let isLive = true
        let estimatedFrameCount: Int? = nil
        private let camera: Camera
        private let state = Monitor((count: 0, isCancelled: false))

        init(_ camera: Camera) { self.camera = camera }

        deinit { camera.state.withLock { $0.isOpen = false } }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let isThere = state.wait { state -> Bool? in
                if state.isCancelled { return false }
                guard state.count < 10 else { return nil }
                state.count += 1
                return true
            }
            guard isThere else { return nil }
            let tenths = camera.state.withLock { state in
                defer { state.tenths += 1 }
                return state.tenths
            }
            return .video(
                VideoSampleBuffer(
                    pixelBuffer: ScriptedSource.sample(0).pixelBuffer,
                    presentationTime: MediaTime(value: tenths, timescale: 10),
                    captureNanoseconds: tenths * 100_000_000))
        }

        func cancel() { state.withLock { $0.isCancelled = true } }
    }

    private let camera = Camera()
    private let session = CaptureSession()
    private let recorder = Recorder()
    private let faces = CaptureMetadataOutput(detector: ScriptedDetector())

    private func start() async throws -> CaptureDeviceInput {
        try await recorder.start(session, camera.device(), faces, count: 10)
    }

    private var numbers: [Int] { recorder.content.observations.map(\.frame.number) }

    @Test func anotherPresetOpensTheDeviceOnceItIsClosed() async throws {
        let input = CaptureDeviceInput(device: camera.device())
        try await session.addInput(input)
        try await session.setSessionPreset(.low)
        #expect(camera.presets == [.inputPriority, .low])
        #expect(input.videoFormat != nil)
    }

    @Test func aPresetThatItDoesNotHaveDoesNotOpenItASecondTime() async throws {
        try await session.addInput(CaptureDeviceInput(device: camera.device()))
        #expect(await !session.canSetSessionPreset(.high))
        let error = await #expect(throws: FacecapError.self) {
            try await session.setSessionPreset(.high)
        }
        #expect(error?.code == .formatUnsupported)
        #expect(camera.presets == [.inputPriority])
    }

    @Test func framesGoOnWithAnotherPreset() async throws {
        _ = try await start()
        try await session.setSessionPreset(.low)
        await recorder.waitForObservations(20)
        await session.stopRunning()
        #expect(camera.presets == [.inputPriority, .low])
        #expect(numbers == Array(0..<20))
    }

    @Test func anotherInputOfTheDeviceTakesThePlaceOfTheFirst() async throws {
        let first = try await start()
        let second = CaptureDeviceInput(device: camera.device())
        try await session.configure { session in
            try session.removeInput(first)
            try session.addInput(second)
        }
        await recorder.waitForObservations(20)
        #expect(first.videoFormat == nil && second.videoFormat != nil)
        await session.stopRunning()
        #expect(numbers == Array(0..<20))
    }

    @Test func theFirstInputGoesOnWhereItsDeviceCannotBeOpenedForTheOther() async throws {
        let first = try await start()
        let broken = CaptureDeviceInput(device: camera.device(isBroken: true))
        let error = await #expect(throws: FacecapError.self) {
            try await session.configure { session in
                try session.removeInput(first)
                try session.addInput(broken)
            }
        }
        #expect(error?.code == .sourceNotFound)
        await recorder.waitForObservations(20)
        #expect(await session.isRunning)
        #expect(await session.inputs.first === first)
        await session.stopRunning()
    }

    @Test func afterAStopTheDeviceIsOpenedWhenTheSessionStarts() async throws {
        _ = try await start()
        await session.stopRunning()
        camera.state.withLock { $0.isGone = true }
        try await session.removeOutput(faces)
        try await session.setSessionPreset(.low)
        #expect(camera.presets == [.inputPriority])
        await #expect(throws: FacecapError.self) { try await session.startRunning() }
        camera.state.withLock { $0.isGone = false }
        try await session.startRunning()
        await session.stopRunning()
        #expect(camera.presets == [.inputPriority, .low])
    }
}
