// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import CameraInput

/// Another frame rate of a camera that streams.
@Suite struct FrameRateChangeTests {
    private let device = ScriptedDevice([.frame(0, at: nil), .frame(1, at: nil)])

    init() {
        let size = FrameSize(width: 4, height: 2)
        device.offers = [.init(.yuyv, [size], [5, 15, 30]), .init(.mjpg, [size], [60])]
    }

    @Test func aDriverThatTakesItStreamsOn() throws {
        let camera = try device.makeCamera()
        guard case .video? = try camera.nextEvent() else { throw Failure.noFrame }
        #expect(try camera.setFrameRate(12) == 15)
        #expect(camera.videoFormat?.frameRate == 15)
        #expect(device.requestedIntervals.map(\.frameRate) == [30, 15])
        #expect(device.requestedFormats.count == 1)
        guard case .video? = try camera.nextEvent() else { throw Failure.noFrame }
    }

    @Test(arguments: [true, false])
    func slowFramesAreMissedLater(fromTheBeginning: Bool) throws {
        device.offers = [.init(.yuyv, [FrameSize(width: 4, height: 2)], [0.2, 30])]
        device.steps = [
            .silence(milliseconds: 5000), .frame(0, at: nil), .silence(milliseconds: 20_000),
        ]
        let camera = try device.makeCamera(
            CameraRequest(width: 4, height: 2, frameRate: fromTheBeginning ? 0.2 : 30))
        if !fromTheBeginning { #expect(try camera.setFrameRate(0.2) == 0.2) }
        guard case .video? = try camera.nextEvent() else { throw Failure.noFrame }
        guard case .interrupted(let reason)? = try camera.nextEvent() else { throw Failure.noStall }
        #expect(reason == "no frame for 15 s")
    }

    @Test func aDriverThatIsBusyStreamingIsLeftAsItWas() throws {
        device.failures["VIDIOC_S_PARM"] = EBUSY
        let camera = try device.makeCamera()
        #expect(try camera.setFrameRate(15) == nil)
        #expect(camera.videoFormat?.frameRate == 30)
        guard case .video? = try camera.nextEvent() else { throw Failure.noFrame }
    }

    @Test func aRateOfAnotherPixelFormatNeedsTheCameraOpenedAgain() throws {
        let camera = try device.makeCamera()
        #expect(try camera.setFrameRate(60) == nil)
        #expect(device.requestedIntervals.count == 1)
    }

    @Test func aRateThatNoFormatHasIsRefusedWithTheHighest() throws {
        let camera = try device.makeCamera()
        let error = #expect(throws: FacecapError.self) { try camera.setFrameRate(90) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("at most 60 frames") == true, "\(error?.message ?? "")")
        #expect(device.requestedIntervals.count == 1)
    }

    @Test func aDriverWithoutAChoiceAndOneThatFailsAreErrors() throws {
        device.hasChoiceOfRates = false
        let camera = try device.makeCamera()
        let error = #expect(throws: FacecapError.self) { try camera.setFrameRate(15) }
        #expect(error?.code == .formatUnsupported)
        device.failures["VIDIOC_S_PARM"] = ENODEV
        let other = #expect(throws: FacecapError.self) { try camera.setFrameRate(15) }
        #expect(other?.code == .deviceDisconnected)
        let senseless = #expect(throws: FacecapError.self) { try camera.setFrameRate(0) }
        #expect(senseless?.code == .invalidArgument)
    }

    private enum Failure: Error { case noFrame, noStall }
}
