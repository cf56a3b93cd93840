// SPDX-License-Identifier: Apache-2.0
import CLinux
import CaptureControls
import FaceValues
import Glibc
import Testing

@testable import CameraInput

@Suite struct ControlChangeTests {
    private let path = "/dev/test-\(UInt64.random(in: 0 ... .max))"

    @discardableResult
    private func set(_ device: ScriptedControls, _ change: (inout CaptureControl.Changes) -> Void)
        throws
        -> CaptureControl.State
    {
        try V4L2CameraControls(path: path, calls: device).withConfigurationLock { _, changes in
            change(&changes)
        }
    }

    private func write(_ id: Int32, _ value: Int64) -> ControlWrite {
        ControlWrite(id: UInt32(id), value: value)
    }

    private func failure(of body: () throws -> Void) -> FacecapError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FacecapError
        }
    }

    @Test func gainsLockTheWhiteBalanceAndOnceIsAButton() throws {
        let device = ScriptedControls.webcam()
            .add(V4L2_CID_RED_BALANCE, .integer, 0...255, default: 128)
            .add(V4L2_CID_DO_WHITE_BALANCE, .button)
        let state = try set(device) { $0.redBalance = 140 }
        #expect(state.redBalance.value == 140 && state.whiteBalanceMode.value == .locked)
        #expect(
            state.whiteBalanceMode.supportedValues == [
                .locked, .autoWhiteBalance, .continuousAutoWhiteBalance,
            ])
        try set(device) { $0.whiteBalanceMode = .continuousAutoWhiteBalance }
        try set(device) { $0.whiteBalanceMode = .autoWhiteBalance }
        #expect(device.values[UInt32(V4L2_CID_AUTO_WHITE_BALANCE)] == 0)
        #expect(device.written.last == [write(V4L2_CID_DO_WHITE_BALANCE, 1)])
    }

    @Test func changesAreAppliedInOneCallForModesAndOneForValues() throws {
        let device = ScriptedControls.webcam()
        let state = try set(device) { changes in
            changes.brightness = 200
            changes.temperature = 3005
            changes.whiteBalanceMode = .locked
        }
        #expect(
            device.written == [
                [write(V4L2_CID_AUTO_WHITE_BALANCE, 0)],
                [
                    write(V4L2_CID_WHITE_BALANCE_TEMPERATURE, 3010),
                    write(V4L2_CID_BRIGHTNESS, 200),
                ],
            ])
        #expect(state.temperature.value == 3010)
        #expect(device.openCount == 0)
    }

    @Test func aManualValueEndsTheAutomaticModeThatRulesIt() throws {
        let device = ScriptedControls.webcam()
        try set(device) { $0.lensPosition = 0.5 }
        try set(device) { $0.exposureDuration = 0.01 }
        #expect(
            device.written == [
                [write(V4L2_CID_FOCUS_AUTO, 0)], [write(V4L2_CID_FOCUS_ABSOLUTE, 125)],
                [write(V4L2_CID_EXPOSURE_AUTO, 1)], [write(V4L2_CID_EXPOSURE_ABSOLUTE, 100)],
            ])
    }

    @Test func aManualValueInAManualModeLeavesTheMode() throws {
        let device = ScriptedControls.webcam()
        device.values[UInt32(V4L2_CID_FOCUS_AUTO)] = 0
        try set(device) { $0.lensPosition = 0 }
        #expect(device.written == [[write(V4L2_CID_FOCUS_ABSOLUTE, 250)]])
    }

    @Test func oneImpossibleValueLeavesEverythingAsItIs() throws {
        let device = ScriptedControls.webcam()
        let error = failure {
            try set(device) { changes in
                changes.brightness = 200
                changes.exposureDuration = 2
            }
        }
        #expect(error?.code == .invalidArgument)
        #expect(
            error?.message
                == "exposure-duration 2 is not possible: 0.0001 to 1 s in steps of 0.0001.")
        #expect(device.written.isEmpty)
    }

    /// Three units of 0.0001 s are a little more than the 0.0003 that stands for them.
    @Test func theEndOfARangeCanBeSetAsItIsWritten() throws {
        let device = ScriptedControls.webcam()
            .add(V4L2_CID_EXPOSURE_ABSOLUTE, .integer, 3...2047, default: 250)
        try set(device) { $0.exposureDuration = 0.0003 }
        #expect(device.values[UInt32(V4L2_CID_EXPOSURE_ABSOLUTE)] == 3)
    }

    @Test func aPropertyThatIsSwitchedOffLeavesTheLampOnForTheOther() throws {
        let mode = UInt32(V4L2_CID_FLASH_LED_MODE)
        let device = ScriptedControls()
            .menu(V4L2_CID_FLASH_LED_MODE, [0, 1, 2], default: 0, now: 1)
        try set(device) { $0.torchMode = .off }
        #expect(device.values[mode] == 1)
        try set(device) { $0.flashMode = .off }
        #expect(device.values[mode] == 0)
        device.values[mode] = 2
        try set(device) { $0.flashMode = .off }
        #expect(device.values[mode] == 2)
        try set(device) { $0.torchMode = .off }
        #expect(device.values[mode] == 0)
    }

    @Test func aControlTheCameraHasNotIsNamed() throws {
        let error = failure { try set(.webcam()) { $0.iris = 2 } }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("no control iris, only focus-mode, ") == true)
    }

    @Test func contradictionsAreRefused() throws {
        let device = ScriptedControls.webcam()
        let error = failure {
            try set(device) { changes in
                changes.focusMode = .continuousAutoFocus
                changes.lensPosition = 0.5
            }
        }
        #expect(
            error?.message
                == "focus-mode and lens-position cannot become this together: leave one of them out."
        )
        #expect(device.written.isEmpty)
    }

    @Test func whatADriverRefusesIsPutBack() throws {
        let device = ScriptedControls.webcam()
        device.refusals[UInt32(V4L2_CID_FOCUS_ABSOLUTE)] = EIO
        let error = failure {
            try set(device) { changes in
                changes.lensPosition = 0.5
                changes.brightness = 9
            }
        }
        #expect(error?.code == .systemFailed)
        #expect(error?.message.contains("everything is as it was") == true)
        #expect(device.values[UInt32(V4L2_CID_FOCUS_AUTO)] == 1)
        #expect(device.values[UInt32(V4L2_CID_BRIGHTNESS)] == 128)
    }

    @Test func valuesThatDoNotPassTheTrialAreNotSet() throws {
        let device = ScriptedControls.webcam()
        device.failures["VIDIOC_TRY_EXT_CTRLS"] = EINVAL
        #expect(failure { try set(device) { $0.brightness = 9 } }?.code == .systemFailed)
        #expect(device.written.isEmpty)
    }

    @Test func onlyOneOwnerChangesProperties() throws {
        let device = ScriptedControls.webcam()
        let controls = V4L2CameraControls(path: path, calls: device)
        try controls.withConfigurationLock { _, _ in
            #expect(device.hasPriority)
            #expect(failure { try controls.reset() }?.code == .deviceBusy)
        }
        #expect(failure { try controls.reset() } == nil)
    }

    @Test func theRightToChangeEndsWithAnError() throws {
        let controls = V4L2CameraControls(path: path, calls: ScriptedControls.webcam())
        let request = FacecapError(.invalidArgument, "No.")
        let error = failure {
            try controls.withConfigurationLock { _, _ throws(FacecapError) in throw request }
        }
        #expect(error == request)
        #expect(failure { try controls.reset() } == nil)
    }

    @Test func anotherProgramsPriorityIsRespected() throws {
        let device = ScriptedControls.webcam()
        device.highestPriority = 3
        #expect(failure { try set(device) { $0.brightness = 9 } }?.code == .deviceBusy)
        device.highestPriority = nil
        #expect(failure { try set(device) { $0.brightness = 9 } } == nil)
    }

    @Test func resettingGivesDefaultsAndLeavesTheRestToTheAutomatics() throws {
        let device = ScriptedControls.webcam()
        try set(device) { changes in
            changes.lensPosition = 0.5
            changes.brightness = 9
            changes.exposureDuration = 1
        }
        try V4L2CameraControls(path: path, calls: device).reset()
        #expect(device.values[UInt32(V4L2_CID_FOCUS_AUTO)] == 1)
        #expect(device.values[UInt32(V4L2_CID_EXPOSURE_AUTO)] == 3)
        #expect(device.values[UInt32(V4L2_CID_BRIGHTNESS)] == 128)
        #expect(device.values[UInt32(V4L2_CID_FOCUS_ABSOLUTE)] == 125)
    }

    @Test func bitsOfOtherLocksStay() throws {
        let device = ScriptedControls().menu(V4L2_CID_EXPOSURE_AUTO, [0, 1], default: 0)
            .add(V4L2_CID_3A_LOCK, .bitmask, 0...7, now: 6)
        try set(device) { $0.exposureMode = .locked }
        #expect(device.values[UInt32(V4L2_CID_3A_LOCK)] == 7)
        try set(device) { $0.exposureMode = .custom }
        #expect(device.values[UInt32(V4L2_CID_3A_LOCK)] == 6)
        #expect(device.values[UInt32(V4L2_CID_EXPOSURE_AUTO)] == 1)
    }

    @Test func focusingOncePressesTheButtonLast() throws {
        let device = ScriptedControls.webcam().add(V4L2_CID_AUTO_FOCUS_START, .button)
        try set(device) { $0.focusMode = .autoFocus }
        #expect(
            device.written == [
                [write(V4L2_CID_FOCUS_AUTO, 0)], [write(V4L2_CID_AUTO_FOCUS_START, 1)],
            ])
    }
}
