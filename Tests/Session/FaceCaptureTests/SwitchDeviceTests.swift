// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport
import Testing

@testable import FaceCapture

/// Another device behind an input while frames flow.
@Suite struct SwitchDeviceTests {
    /// A camera of which one can be open at a time, with ten frames at once and then none.
    private final class Camera: Sendable {
        struct State {
            var openCount = 0
            var opened = 0
        }

        let state = Monitor(State())
        let first: Int64
        let frameRate: Double
        private let failure: FacecapError?

        /// - Parameter first: the tenth of a second of the first frame.
        init(first: Int64, frameRate: Double = 10, failure: FacecapError? = nil) {
            self.first = first
            self.frameRate = frameRate
            self.failure = failure
        }

        var device: CaptureDevice {
            CaptureDevice(
                kind: .synthetic, uniqueID: "camera \(first)", localizedName: "camera \(first)"
            ) { _ throws(FacecapError) in
                try self.open()
            }
        }

        private func open() throws(FacecapError) -> sending any CaptureSource {
            let isBusy = state.withLock { state in
                if state.openCount == 0 { state.opened += 1 }
                return state.openCount > 0
            }
            if isBusy { throw FacecapError(.deviceBusy, "busy") }
            if let failure { throw failure }
            state.withLock { $0.openCount += 1 }
            return HostSource(self)
        }
    }

    private final class HostSource: CaptureSource, CaptureSourceControl {
        let videoFormat: VideoFormat?
        let timebase = CaptureEvent.Timebase.host
        let isLive = true
        let estimatedFrameCount: Int? = nil
        private let camera: Camera
        private let state = Monitor((count: Int64(0), isCancelled: false))

        init(_ camera: Camera) {
            self.camera = camera
            videoFormat = VideoFormat(width: 4, height: 2, frameRate: camera.frameRate)
        }

        deinit { camera.state.withLock { $0.openCount -= 1 } }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let count = state.wait { state -> Int64?? in
                if state.isCancelled { return .some(nil) }
                guard state.count < 10 else { return nil }
                state.count += 1
                return state.count
            }
            guard let count else { return nil }
            let tenths = camera.first + count - 1
            return .video(
                VideoSampleBuffer(
                    pixelBuffer: ScriptedSource.sample(0).pixelBuffer,
                    presentationTime: MediaTime(value: tenths, timescale: 10),
                    captureNanoseconds: tenths * 100_000_000))
        }

        func cancel() { state.withLock { $0.isCancelled = true } }
    }

    private let recorder = Recorder()
    private let output = CaptureMetadataOutput(detector: ScriptedDetector())
    private let session = CaptureSession()

    private func start(_ camera: Camera) async throws -> CaptureDeviceInput {
        try await recorder.start(session, camera.device, output, count: 10)
    }

    private func gaps() -> [CaptureDelivery.Gap] {
        recorder.content.sourceNotices.compactMap {
            if case .interruptionEnded(let gap) = $0 { gap } else { nil }
        }
    }

    @Test func framesAndTimeGoOnAcrossASwitchAndIdsDoNotComeBack() async throws {
        let (first, second) = (Camera(first: 1000), Camera(first: 1025))
        // Each frame is looked at, however busy the machine is.
        output.alwaysDiscardsLateVideoFrames = false
        let input = try await start(first)
        try await session.switchDevice(of: input, to: second.device)
        await recorder.waitForObservations(20)
        await session.stopRunning()
        let observations = recorder.content.observations
        #expect(observations.map(\.frame.number) == Array(0..<20))
        let times = observations.map { ($0.presentationTime.seconds * 10).rounded() }
        #expect(times == (0..<10).map(Double.init) + (25..<35).map(Double.init))
        let before = Set(observations.prefix(10).flatMap(\.faces).map(\.faceID))
        let after = Set(observations.suffix(10).flatMap(\.faces).map(\.faceID))
        #expect(!before.isEmpty && !after.isEmpty && before.isDisjoint(with: after))
        #expect(observations.filter { !$0.lostFaceIDs.isEmpty }.map(\.frame.number) == [10])
        #expect(Set(observations[10].lostFaceIDs) == before)
        #expect(gaps().map(\.reason) == ["switched to camera 1025"])
        #expect(recorder.content.sourceNotices.first?.tellsOfExchange == true)
        #expect(gaps().first?.duration?.seconds == 1.6)
        #expect(input.device.uniqueID == "camera 1025")
        #expect(first.state.withLock { $0.openCount } == 0)
        #expect(output.ledger.captured == 20)
    }

    @Test(arguments: [10.0, 25])
    func theFrameRateOfTheOtherDeviceIsToldWhereItIsAnother(frameRate: Double) async throws {
        let input = try await start(Camera(first: 1000))
        try await session.switchDevice(
            of: input, to: Camera(first: 1025, frameRate: frameRate).device)
        await recorder.waitForObservations(20)
        #expect(input.activeVideoFrameDuration?.seconds == 1 / frameRate)
        await session.stopRunning()
        let told = recorder.content.sourceNotices.compactMap { notice in
            if case .frameDurationChanged(let duration) = notice { duration.seconds } else { nil }
        }
        #expect(told == (frameRate == 10 ? [] : [1 / frameRate]))
    }

    @Test func framesFromBeforeTheLastOneOfTheOtherDeviceAreLeftOut() async throws {
        let input = try await start(Camera(first: 1000))
        try await session.switchDevice(of: input, to: Camera(first: 1005).device)
        await recorder.waitForObservations(15)
        await session.stopRunning()
        let times = recorder.content.observations.map(\.presentationTime)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.count == 15)
    }

    @Test func aDeviceThatCannotBeOpenedLeavesTheOtherOneUndisturbed() async throws {
        let camera = Camera(first: 1000)
        let input = try await start(camera)
        let broken = Camera(first: 0, failure: FacecapError(.sourceNotFound, "away"))
        let error = await #expect(throws: FacecapError.self) {
            try await session.switchDevice(of: input, to: broken.device)
        }
        #expect(error?.code == .sourceNotFound)
        #expect(recorder.content.sourceNotices == [])
        #expect(camera.state.withLock { $0.opened } == 1)
        #expect(input.device.uniqueID == "camera 1000")
        await session.stopRunning()
    }

    @Test func aDeviceThatIsBusyBecauseOfItselfIsClosedAndOpenedAgain() async throws {
        let camera = Camera(first: 1000)
        let input = try await start(camera)
        try await session.switchDevice(of: input, to: camera.device)
        #expect(camera.state.withLock { $0.opened } == 2)
        await session.stopRunning()
        #expect(camera.state.withLock { $0.openCount } == 0)
    }

    @Test func aFailedSwitchPutsTheOldDeviceBack() async throws {
        let camera = Camera(first: 1000)
        let input = try await start(camera)
        let busy = Camera(first: 0, failure: FacecapError(.deviceBusy, "busy elsewhere"))
        let error = await #expect(throws: FacecapError.self) {
            try await session.switchDevice(of: input, to: busy.device)
        }
        #expect(error?.message == "busy elsewhere")
        #expect(camera.state.withLock { $0.opened } == 2)
        #expect(input.device.uniqueID == "camera 1000")
        #expect(await session.isRunning)
        await session.stopRunning()
    }

    @Test func aFileCannotTakeThePlaceOfACamera() async throws {
        let input = try await start(Camera(first: 1000))
        let file = CaptureDevice(kind: .file, uniqueID: "f", localizedName: "f.mp4") { _ in
            ScriptedSource(ScriptedSource.frames(1))
        }
        let error = await #expect(throws: FacecapError.self) {
            try await session.switchDevice(of: input, to: file)
        }
        #expect(error?.code == .invalidState)
        #expect(await session.isRunning)
        await session.stopRunning()
    }

    @Test func onlyInputsOfTheSessionAreSwitched() async throws {
        let camera = Camera(first: 0)
        let error = await #expect(throws: FacecapError.self) {
            try await session.switchDevice(
                of: CaptureDeviceInput(device: camera.device), to: camera.device)
        }
        #expect(error?.code == .invalidState)
    }
}
