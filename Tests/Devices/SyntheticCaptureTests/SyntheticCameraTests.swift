// SPDX-License-Identifier: Apache-2.0
import CaptureControls
import CaptureSamples
import FaceValues
import Glibc
import SyntheticCapture
import TestSupport
import Testing

@Suite struct SyntheticCameraTests {
    @Test func endsAfterTheConfiguredFrames() throws {
        let camera = try SyntheticCamera.small(faces: 0, frameCount: 3)
        #expect(camera.estimatedFrameCount == 3)
        #expect(try camera.nextSamples(3).count == 3)
        #expect(try camera.nextEvent() == nil)
        #expect(try camera.nextEvent() == nil)
    }

    @Test func presentationTimeIsTheIndexOverTheRate() throws {
        let samples = try SyntheticCamera.small(faces: 0).nextSamples(40)
        for (index, sample) in samples.enumerated() {
            #expect(sample.presentationTime == MediaTime(value: Int64(index), timescale: 30))
            #expect(sample.duration == MediaTime(value: 1, timescale: 30))
        }
    }

    @Test func ratesOfTelevisionAreExact() throws {
        let camera = try SyntheticCamera.small(faces: 0, framesPerSecond: 29.97)
        #expect(camera.videoFormat?.frameRate == 30000.0 / 1001)
        let times = try camera.nextSamples(3).map(\.presentationTime)
        #expect(times == [0, 1001, 2002].map { MediaTime(value: $0, timescale: 30000) })
    }

    @Test func atAnotherRateEachFrameShowsTheSceneOfItsTime() throws {
        let scene = try SyntheticCamera.small(faces: 1).nextSamples(9)
        let camera = try SyntheticCamera.small(faces: 1)
        #expect(try camera.nextSamples(3).count == 3)
        #expect(try camera.setFrameRate(10) == 10)
        #expect(camera.videoFormat?.frameRate == 10)
        let samples = try camera.nextSamples(2)
        #expect(samples.map { Int(($0.presentationTime.seconds * 1000).rounded()) } == [167, 267])
        #expect(
            samples.map(\.duration)
                == Array(repeating: MediaTime(value: 1, timescale: 10), count: 2))
        for (sample, index) in zip(samples, [5, 8]) {
            #expect(camera.scene.frameIndex(at: sample.presentationTime) == index)
            #expect(sample.pixelBuffer.samples == scene[index].pixelBuffer.samples)
        }
        let error = #expect(throws: FacecapError.self) { try camera.setFrameRate(121) }
        #expect(error?.code == .formatUnsupported && camera.videoFormat?.frameRate == 10)
    }

    @Test func aRateThatIsSetMayBringTimesOfAFinerScale() throws {
        let camera = try SyntheticCamera.small(faces: 0)
        let first = try camera.nextSamples(3)[0]
        #expect(try camera.setFrameRate(25) == 25)
        let timescale = try camera.nextSample().presentationTime.timescale
        #expect(timescale > first.presentationTime.timescale)
        #expect(!camera.isOnOneTimescale)
    }

    @Test func anAutomaticModeAndATimeOfExposureAreRefusedTogether() throws {
        let controls = SyntheticCamera.Controls()
        let error = #expect(throws: FacecapError.self) {
            try controls.withConfigurationLock { _, changes in
                changes.exposureMode = .continuousAutoExposure
                changes.exposureDuration = 0.02
            }
        }
        #expect(error?.code == .invalidArgument)
        #expect(controls.state().exposureMode.value == .continuousAutoExposure)
        try controls.withConfigurationLock { _, changes in
            changes.exposureMode = .custom
            changes.exposureDuration = 0.02
        }
        #expect(controls.state().exposureDuration.value == 0.02)
    }

    @Test func onlyRealTimeIsLive() throws {
        #expect(try realTimeCamera(framesPerSecond: 30).isLive)
        #expect(try !SyntheticCamera.small(faces: 0).isLive)
    }

    @Test func imagesThatNobodyWaitsForAreNotLost() throws {
        let camera = try SyntheticCamera.small(faces: 0, framesPerSecond: 120)
        let first = try camera.nextSample()
        usleep(50_000)
        let second = try camera.nextSample()
        #expect(first.presentationTime == .zero)
        #expect(second.presentationTime == MediaTime(value: 1, timescale: 120))
        #expect(second.captureNanoseconds > first.captureNanoseconds)
    }

    @Test func aReaderThatSleepsLosesFramesThatAreCounted() throws {
        let camera = try realTimeCamera(framesPerSecond: 120)
        let first = try camera.nextSample()
        var (next, totalLost) = (1, 0)
        while next < 20 {
            if next == 1 { usleep(60_000) }
            switch try camera.nextEvent() {
            case .lost(let count):
                #expect(count > 0)
                next += count
                totalLost += count
            case .video(let sample):
                let time = MediaTime(value: Int64(next), timescale: 120)
                #expect(sample.presentationTime == time)
                let passed = sample.captureNanoseconds - first.captureNanoseconds
                #expect(passed == time.nanoseconds)
                #expect(MonotonicClock.nowNanoseconds >= sample.captureNanoseconds)
                next += 1
            case let other:
                Issue.record("unexpected \(String(describing: other))")
                return
            }
        }
        #expect(totalLost > 0)
    }

    @Test func framesLostAtTheEndAreCountedToo() throws {
        let camera = try realTimeCamera(framesPerSecond: 120, frameCount: 5)
        _ = try camera.nextSample()
        usleep(100_000)
        guard case .lost(count: 4) = try camera.nextEvent() else {
            Issue.record("The four last frames were not lost.")
            return
        }
        #expect(try camera.nextEvent() == nil)
    }

    @Test func cancellingEndsAWaitForTheNextFrame() throws {
        // A busy machine may take more than a second to cancel; then the frame comes before.
        let isEnded = try (0..<30).contains { _ in
            let camera = try realTimeCamera(framesPerSecond: 1)
            _ = try camera.nextSample()
            let control = camera.control
            OwnThread.onceThisOneWaits { control.cancel() }
            guard try camera.nextEvent() == nil else { return false }
            return try camera.nextEvent() == nil
        }
        #expect(isEnded)
    }

    @Test(arguments: [
        SyntheticCamera.Configuration(faces: 9), .init(width: 641), .init(height: 62),
        .init(width: 4098), .init(height: .min), .init(framesPerSecond: 0.5),
        .init(framesPerSecond: .nan), .init(framesPerSecond: .infinity), .init(frameCount: 0),
    ])
    func refusesWhatItCannotDraw(configuration: SyntheticCamera.Configuration) {
        let error = #expect(throws: FacecapError.self) { try SyntheticCamera(configuration) }
        #expect(error?.code == .invalidArgument)
    }

    private func realTimeCamera(
        framesPerSecond: Double, frameCount: Int? = nil
    ) throws -> SyntheticCamera {
        try SyntheticCamera(
            SyntheticCamera.Configuration(
                faces: 0, width: 64, height: 64, framesPerSecond: framesPerSecond,
                frameCount: frameCount))
    }
}
