// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport
import Testing

@testable import FaceCapture

/// Another frame rate while frames flow.
@Suite struct FrameDurationTests {
    /// A camera that gives ten frames each time it is opened, and each time its rate is changed.
    private final class Camera: Sendable {
        enum Answer { case takesIt, needsOpening, refuses }

        let answer: Answer
        let isLive: Bool
        /// The rates that it was opened with.
        let openings = Monitor<[Double]>([])
        /// The time of the next frame, in milliseconds.
        let time = Monitor(Int64(100_000))

        init(_ answer: Answer, isLive: Bool = true) {
            self.answer = answer
            self.isLive = isLive
        }

        func device(at frameRate: Double = 10) -> CaptureDevice {
            CaptureDevice(kind: .synthetic, uniqueID: "camera", localizedName: "camera") {
                _ throws(FacecapError) in
                if self.answer == .needsOpening, frameRate == 50 {
                    throw FacecapError(.formatUnsupported, "too fast")
                }
                self.openings.withLock { $0.append(frameRate) }
                return Source(self, frameRate)
            }.changing { self.device(at: $0) }
        }
    }

    private final class Source: CaptureSource, CaptureSourceControl {
        var videoFormat: VideoFormat? {
            VideoFormat(width: 4, height: 2, frameRate: state.withLock(\.frameRate))
        }
        let timebase = CaptureEvent.Timebase.host
        var isLive: Bool { camera.isLive }
        let estimatedFrameCount: Int? = nil
        private let camera: Camera
        private let state: Monitor<(frameRate: Double, left: Int, isCancelled: Bool)>

        init(_ camera: Camera, _ frameRate: Double) {
            self.camera = camera
            state = Monitor((frameRate, 10, false))
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let frameRate = state.wait { state -> Double?? in
                if state.isCancelled { return .some(nil) }
                // As with a camera, frames come on; here they are no frames of interest.
                state.left -= 1
                return state.left < 0 ? 0 : state.frameRate
            }
            guard let frameRate else { return nil }
            guard frameRate > 0 else {
                MonotonicPause.aMoment()
                return .lost(count: 0)
            }
            let time = camera.time.withLock { time in
                time += Int64(1000 / frameRate)
                return time
            }
            return .video(
                VideoSampleBuffer(
                    pixelBuffer: ScriptedSource.sample(0).pixelBuffer,
                    presentationTime: MediaTime(value: time, timescale: 1000),
                    captureNanoseconds: time * 1_000_000))
        }

        func setFrameRate(_ frameRate: Double) throws(FacecapError) -> Double? {
            switch camera.answer {
            case .takesIt:
                state.withLock { ($0.frameRate, $0.left) = (frameRate, 10) }
                return frameRate
            case .needsOpening: return nil
            case .refuses: throw FacecapError(.formatUnsupported, "too fast")
            }
        }

        func cancel() { state.withLock { $0.isCancelled = true } }
    }

    /// Time in which a camera has no frame.
    private enum MonotonicPause {
        static func aMoment() {
            let end = MonotonicClock.nowNanoseconds + 1_000_000
            _ = Monitor(false).wait(untilNanoseconds: end) { $0 ? true : nil }
        }
    }

    private static let fifth = MediaTime(value: 1, timescale: 5)
    private let recorder = Recorder()
    private let session = CaptureSession()

    private func start(_ camera: Camera) async throws -> CaptureDeviceInput {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        return try await recorder.start(session, camera.device(), output, count: 10)
    }

    private var milliseconds: [Int] {
        let times = recorder.content.observations.map(\.presentationTime.seconds)
        return zip(times, times.dropFirst()).map { Int((($1 - $0) * 1000).rounded()) }
    }

    @Test func framesComeAtTheOtherRateWithoutAGap() async throws {
        let camera = Camera(.takesIt)
        let input = try await start(camera)
        #expect(input.activeVideoFrameDuration == MediaTime(value: 1, timescale: 10))
        let told = session.notifications()
        #expect(try await session.setActiveVideoFrameDuration(Self.fifth, of: input) == Self.fifth)
        await recorder.waitForObservations(20)
        await session.stopRunning()
        #expect(milliseconds == Array(repeating: 100, count: 9) + Array(repeating: 200, count: 10))
        #expect(recorder.content.observations.map(\.frame.number) == Array(0..<20))
        #expect(recorder.content.sourceNotices == [.frameDurationChanged(Self.fifth)])
        #expect(await told.contains(.frameDurationDidChange(Self.fifth)))
        #expect(camera.openings.withLock { $0 } == [10])
        // The rate is the device's from now on.
        try await session.startRunning()
        await recorder.waitForObservations(30)
        await session.stopRunning()
        #expect(camera.openings.withLock { $0 } == [10, 5])
        #expect(milliseconds.suffix(9) == Array(repeating: 200, count: 9)[...])
    }

    @Test func aSourceThatCannotMeanwhileIsOpenedAgain() async throws {
        let camera = Camera(.needsOpening)
        let input = try await start(camera)
        #expect(try await session.setActiveVideoFrameDuration(Self.fifth, of: input) == Self.fifth)
        await recorder.waitForObservations(20)
        await session.stopRunning()
        #expect(camera.openings.withLock { $0 } == [10, 5])
        let observations = recorder.content.observations
        #expect(observations.map(\.frame.number) == Array(0..<20))
        let before = Set(observations.prefix(10).flatMap(\.faces).map(\.faceID))
        let after = Set(observations.suffix(10).flatMap(\.faces).map(\.faceID))
        #expect(!before.isEmpty && !after.isEmpty && before.isDisjoint(with: after))
        let reason = "changed to 5 frames a second"
        #expect(
            recorder.content.sourceNotices.prefix(2) == [
                .interrupted(reason: reason), .frameDurationChanged(Self.fifth),
            ])
        #expect(recorder.content.sourceNotices.first?.tellsOfExchange == true)
        guard case .interruptionEnded(let gap)? = recorder.content.sourceNotices.last else {
            Issue.record("no gap: \(recorder.content.sourceNotices)")
            return
        }
        #expect(gap.reason == reason && gap.duration?.seconds == 0.2)
    }

    @Test(arguments: [true, false])
    func aDeviceThatIsOpenButDoesNotRunIsOpenedAgain(isLive: Bool) async throws {
        let camera = Camera(.takesIt, isLive: isLive)
        let input = CaptureDeviceInput(device: camera.device())
        try await session.addInput(input)
        #expect(try await session.setActiveVideoFrameDuration(Self.fifth, of: input) == Self.fifth)
        #expect(camera.openings.withLock { $0 } == [10, 5])
    }

    @Test func aRateThatIsRefusedChangesNothing() async throws {
        let camera = Camera(.refuses)
        let input = try await start(camera)
        let error = await #expect(throws: FacecapError.self) {
            try await session.setActiveVideoFrameDuration(Self.fifth, of: input)
        }
        #expect(error?.message == "too fast")
        #expect(recorder.content.sourceNotices == [] && camera.openings.withLock { $0 } == [10])
        #expect(input.activeVideoFrameDuration?.seconds == 0.1)
        #expect(await session.isRunning)
        await session.stopRunning()
    }

    @Test func aDeviceThatCannotBeOpenedWithTheRateGoesOnWithItsOwn() async throws {
        let camera = Camera(.needsOpening)
        let input = try await start(camera)
        let error = await #expect(throws: FacecapError.self) {
            try await session.setActiveVideoFrameDuration(
                MediaTime(value: 1, timescale: 50), of: input)
        }
        #expect(error?.message == "too fast")
        #expect(input.activeVideoFrameDuration?.seconds == 0.1)
        #expect(await session.isRunning)
        await session.stopRunning()
    }

    @Test func onlyInputsOfTheSessionWithAChoiceOfRatesHaveOne() async throws {
        let stranger = CaptureDeviceInput(device: Camera(.takesIt).device())
        let file = CaptureDeviceInput(
            device: CaptureDevice(kind: .file, uniqueID: "f", localizedName: "f.mp4") { _ in
                ScriptedSource(ScriptedSource.frames(1))
            })
        try await session.addInput(file)
        for (input, duration, code) in [
            (stranger, Self.fifth, FacecapError.Code.invalidState),
            (file, Self.fifth, .formatUnsupported), (file, .zero, .invalidArgument),
            (file, MediaTime(value: -1, timescale: 5), .invalidArgument),
        ] {
            let error = await #expect(throws: FacecapError.self) {
                try await session.setActiveVideoFrameDuration(duration, of: input)
            }
            #expect(error?.code == code)
        }
    }

    @Test func whatNoThreadBeginsWithInTimeIsTakenBack() throws {
        let request = LoopRequest<Int, Int>()
        #expect(try request.make(1, untilNanoseconds: 0) == nil)
        #expect(request.take() == nil)
        request.close()
        #expect(throws: FacecapError.self) { try request.make(1, untilNanoseconds: 0) }
    }
}
