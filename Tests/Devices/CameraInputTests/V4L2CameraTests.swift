// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import SystemSupport
import Testing

@testable import CameraInput

/// What a camera that runs tells.
@Suite struct V4L2CameraTests {
    private static let start: Int64 = 10_000_000_000

    /// Frames a microsecond apart, numbered from 0.
    static func frames(_ count: UInt32) -> [ScriptedDevice.Step] {
        (0..<count).map { .frame($0, at: start + Int64($0) * 1000) }
    }

    /// The events up to the end or an error, in a few words each.
    private func story(of device: ScriptedDevice) throws -> [String] {
        let camera = try device.makeCamera()
        var story: [String] = []
        do {
            while let event = try camera.nextEvent() {
                story.append(word(for: event))
            }
        } catch {
            story.append(error.code.description)
        }
        return story
    }

    private func word(for event: CaptureEvent) -> String {
        switch event {
        case .video: "video"
        case .dropped(let reason, _): "dropped \(reason)"
        case .lost(let count): "lost \(count)"
        case .depth: "depth"
        case .lostAudio(let count): "lost audio \(count)"
        case .interrupted(let reason): "interrupted: \(reason)"
        case .interruptionEnded: "interruption ended"
        case .audio, .encoded, .warning: "unexpected"
        }
    }

    @Test func framesCarryTheDriversTimes() throws {
        let camera = try ScriptedDevice(Self.frames(2)).makeCamera()
        for microseconds in Int64(0)...1 {
            guard case .video(let sample) = try camera.nextEvent() else {
                Issue.record("Frame \(microseconds) is not a frame.")
                return
            }
            #expect(sample.captureNanoseconds == Self.start + microseconds * 1000)
            #expect(
                sample.presentationTime
                    == MediaTime(value: Self.start / 1000 + microseconds, timescale: 1_000_000))
        }
    }

    @Test func everyBufferGoesBackWhateverWasInIt() throws {
        let device = ScriptedDevice(Self.frames(20))
        for index in device.steps.indices {
            device.steps[index] = .frame(UInt32(index), at: nil) {
                $0.isDamaged = index % 3 == 1
                if index % 3 == 2 { $0.bytesUsed = 0 }
            }
        }
        let camera = try device.makeCamera()
        for _ in 0..<20 {
            _ = try camera.nextEvent()
            #expect(device.queue.sorted() == [0, 1, 2, 3])
        }
    }

    @Test func gapsAreToldBeforeTheFrameThatShowsThem() throws {
        let device = ScriptedDevice([
            .frame(0, at: nil), .frame(3, at: nil), .frame(4, at: nil),
        ])
        #expect(
            try story(of: device)
                == ["video", "lost 2", "video", "video", "device_disconnected"])
    }

    @Test(arguments: [Int64(100), 8000], [true, false])
    func framesOfBeforeTheyAreAskedForAreLeftOutWhereSomeAreMissing(
        milliseconds: Int64, hasChoiceOfRates: Bool
    ) throws {
        let device = ScriptedDevice(Self.frames(4) + [.frame(240, at: nil)])
        device.hasChoiceOfRates = hasChoiceOfRates
        let camera = try device.makeCamera()
        device.pass(milliseconds: milliseconds)
        // At 30 frames per second the driver fills its four buffers in 133 ms.
        let isStale = milliseconds > 133
        var times: [MediaTime] = []
        while times.count < (isStale ? 1 : 4), let event = try camera.nextEvent() {
            guard case .video(let frame) = event else {
                Issue.record("unexpected: \(word(for: event))")
                break
            }
            times.append(frame.presentationTime)
        }
        let first = isStale ? Self.start + milliseconds * 1_000_000 : Self.start
        #expect(times[0].nanoseconds >= first)
        #expect(isStale || times.last?.nanoseconds == Self.start + 3000)
    }

    @Test func damagedFramesAreDropped() throws {
        let device = ScriptedDevice([
            .frame(0, at: nil) { $0.isDamaged = true },
            .frame(1, at: nil) { $0.bytesUsed = 15 },
            .frame(2, at: nil) { $0.bytesUsed = 4_294_967_295 },
            .frame(3, at: nil) { $0.bytesUsed = 16 },
        ])
        let dropped = "dropped corrupt_data"
        #expect(
            try story(of: device) == [dropped, dropped, dropped, "video", "device_disconnected"])
    }

    @Test(arguments: [4, 4_294_967_295])
    func bufferThatDoesNotExistIsAnError(index: Int) throws {
        let device = ScriptedDevice([.frame(0, at: nil) { $0.index = index }])
        #expect(try story(of: device) == ["system_failed"])
    }

    @Test(arguments: [ENODEV, EIO])
    func unpluggedCameraIsDisconnected(number: Int32) throws {
        let device = ScriptedDevice(Self.frames(1) + [.failure(number)])
        #expect(try story(of: device) == ["video", "device_disconnected"])
    }

    @Test func troubleWithoutAFrameIsDisconnected() throws {
        #expect(try story(of: ScriptedDevice()) == ["device_disconnected"])
    }

    @Test func falseAlarmsAndSignalsAreWaitedOut() throws {
        let device = ScriptedDevice([.falseAlarm, .signal, .falseAlarm] + Self.frames(1))
        #expect(try story(of: device) == ["video", "device_disconnected"])
    }

    @Test func silenceInterruptsOnceAndFramesEndIt() throws {
        let device = ScriptedDevice([
            .frame(0, at: nil), .silence(milliseconds: 1999), .frame(1, at: nil),
            .silence(milliseconds: 1000), .signal, .silence(milliseconds: 9000), .signal,
            .frame(2, at: nil) { $0.isDamaged = true }, .frame(3, at: nil),
        ])
        #expect(
            try story(of: device) == [
                "video", "video", "interrupted: no frame for 2 s", "interruption ended",
                "dropped corrupt_data", "video", "device_disconnected",
            ])
    }

    @Test func cameraThatNeverDeliversIsInterrupted() throws {
        let device = ScriptedDevice([.silence(milliseconds: 5000)])
        #expect(
            try story(of: device) == ["interrupted: no frame for 2 s", "device_disconnected"])
    }

    @Test func cancelledCameraHasNothingMoreToSay() throws {
        let camera = try ScriptedDevice(Self.frames(3)).makeCamera()
        camera.control.cancel()
        #expect(try camera.nextEvent() == nil)
        #expect(try camera.nextEvent() == nil)
    }

    @Test func cancelEndsAWaitingCall() throws {
        let device = ScriptedDevice([.block])
        let camera = try device.makeCamera()
        let control = camera.control
        let handover = Handover(camera)
        let ending = Monitor("")
        let thread = try WorkerThread(name: "fc.capture") {
            let outcome = Result { try handover.take()?.nextEvent() == nil ? "end" : "event" }
            ending.withLock { $0 = (try? outcome.get()) ?? "error" }
        }
        _ = device.isBlocking.wait { $0 ? $0 : nil }
        control.cancel()
        thread.join()
        let outcome = ending.withLock { $0 }
        #expect(outcome == "end")
    }
}
