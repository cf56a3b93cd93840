// SPDX-License-Identifier: Apache-2.0
import CLinux
import CaptureControls
import FaceValues
import Glibc
import Testing

@testable import CameraInput

/// The lamp of a scripted driver, as the kernel's flash control reference has it.
@Suite struct FlashTests {
    private let path = "/dev/test-\(UInt64.random(in: 0 ... .max))"

    /// A lamp that shines as a torch, for 10 to 300 ms where it flashes.
    private func lamp() -> ScriptedControls {
        ScriptedControls()
            .menu(V4L2_CID_FLASH_LED_MODE, [0, 1, 2], default: 0, now: 2)
            .menu(V4L2_CID_FLASH_STROBE_SOURCE, [0, 1], default: 0, now: 1)
            .add(V4L2_CID_FLASH_STROBE, .button)
            .add(V4L2_CID_FLASH_STROBE_STOP, .button)
            .add(V4L2_CID_FLASH_STROBE_STATUS, .boolean, now: 1)
            .add(V4L2_CID_FLASH_TIMEOUT, .integer, 10_000...300_000, default: 10_000)
    }

    private func write(_ id: Int32, _ value: Int64) -> ControlWrite {
        ControlWrite(id: UInt32(id), value: value)
    }

    @Test func theModeComesBeforeTheStrobeAndEverythingIsPutBack() throws {
        let device = lamp()
        let controls = V4L2CameraControls(path: path, calls: device)
        let flash = try controls.beginFlash()
        #expect(
            device.written == [
                [write(V4L2_CID_FLASH_LED_MODE, 1), write(V4L2_CID_FLASH_STROBE_SOURCE, 0)],
                [write(V4L2_CID_FLASH_TIMEOUT, 300_000)], [write(V4L2_CID_FLASH_STROBE, 1)],
            ])
        #expect(try controls.endFlash(flash))
        #expect(device.written.dropFirst(3).first == [write(V4L2_CID_FLASH_STROBE_STOP, 1)])
        for (id, value): (Int32, Int64) in [
            (V4L2_CID_FLASH_LED_MODE, 2), (V4L2_CID_FLASH_STROBE_SOURCE, 1),
            (V4L2_CID_FLASH_TIMEOUT, 10_000),
        ] {
            #expect(device.values[UInt32(id)] == value)
        }
        #expect(device.openCount == 0)
    }

    @Test func aFlashThatEndedByItselfDidNotShineToTheEnd() throws {
        let device = lamp()
        let controls = V4L2CameraControls(path: path, calls: device)
        let flash = try controls.beginFlash()
        device.values[UInt32(V4L2_CID_FLASH_STROBE_STATUS)] = 0
        // Drivers may refuse to stop what does not run.
        device.refusals[UInt32(V4L2_CID_FLASH_STROBE_STOP)] = EINVAL
        #expect(try !controls.endFlash(flash))
        #expect(device.values[UInt32(V4L2_CID_FLASH_LED_MODE)] == 2)
    }

    @Test func aLampThatTheSensorSetsOffNeedsItsModeAlone() throws {
        let device = ScriptedControls().menu(V4L2_CID_FLASH_LED_MODE, [0, 1], default: 0)
        let controls = V4L2CameraControls(path: path, calls: device)
        let flash = try controls.beginFlash()
        #expect(device.written == [[write(V4L2_CID_FLASH_LED_MODE, 1)]])
        #expect(try controls.endFlash(flash))
        #expect(device.values[UInt32(V4L2_CID_FLASH_LED_MODE)] == 0)
    }

    @Test func aStrobeThatIsRefusedLeavesTheLampAsItWas() {
        let device = lamp()
        device.refusals[UInt32(V4L2_CID_FLASH_STROBE)] = EIO
        #expect(throws: FacecapError.self) {
            try V4L2CameraControls(path: path, calls: device).beginFlash()
        }
        #expect(device.values[UInt32(V4L2_CID_FLASH_LED_MODE)] == 2)
        #expect(device.values[UInt32(V4L2_CID_FLASH_STROBE_SOURCE)] == 1)
    }

    @Test func aTorchIsNoFlash() {
        let device = ScriptedControls().menu(V4L2_CID_FLASH_LED_MODE, [0, 2], default: 0)
        do {
            _ = try V4L2CameraControls(path: path, calls: device).beginFlash()
            Issue.record("It flashed.")
        } catch {
            #expect(error.code == .formatUnsupported)
        }
        #expect(device.written.isEmpty)
    }
}
