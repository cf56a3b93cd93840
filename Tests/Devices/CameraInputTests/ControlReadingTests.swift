// SPDX-License-Identifier: Apache-2.0
import CLinux
import CaptureControls
import FaceValues
import Glibc
import Testing

@testable import CameraInput

@Suite struct ControlReadingTests {
    private func state(_ device: ScriptedControls) throws -> CaptureControl.State {
        try V4L2CameraControls(path: "/dev/test", calls: device).state()
    }

    @Test func numbersHaveRealUnits() throws {
        let state = try state(.webcam())
        #expect(state.exposureDuration.value == 0.0333)
        #expect(state.exposureDuration.range == 0.0001...1)
        #expect(state.exposureDuration.unit == "s")
        #expect(state.exposureDuration.control?.rawValue == 333)
        #expect(state.temperature.step == 10)
        #expect(state.temperature.defaultValue == 4600)
        #expect(state.videoZoomFactor.range == 1...5)
        #expect(state.videoZoomFactor.unit == "x")
    }

    @Test func nearestAndFarthestLensPositionsAreZeroAndOne() throws {
        let device = ScriptedControls.webcam()
        #expect(try state(device).lensPosition.value == 1)
        device.values[UInt32(V4L2_CID_FOCUS_ABSOLUTE)] = 250
        #expect(try state(device).lensPosition.value == 0)
        #expect(try state(device).lensPosition.step == 0.02)
    }

    @Test func whatACameraHasNotIsNotSupported() throws {
        let state = try state(.webcam())
        #expect(!state.iris.isSupported)
        #expect(!state.torchMode.isSupported)
        #expect(!state.focusPointOfInterest.isSupported)
        #expect(state.focusMode.supportedValues == [.locked, .continuousAutoFocus])
    }

    @Test func whatAnAutomaticModeRulesIsInactive() throws {
        let device = ScriptedControls.webcam()
        #expect(try state(device).exposureDuration.control?.isActive == false)
        device.values[UInt32(V4L2_CID_EXPOSURE_AUTO)] = 1
        #expect(try state(device).exposureDuration.control?.isActive == true)
        #expect(try state(device).exposureMode.value == .custom)
    }

    @Test func aperturePriorityIsContinuousWhereThereIsNoOtherAutomatic() throws {
        #expect(try state(.webcam()).exposureMode.value == .continuousAutoExposure)
        #expect(
            try state(.webcam()).exposureMode.supportedValues == [
                .custom, .continuousAutoExposure,
            ])
        let device = ScriptedControls().menu(V4L2_CID_EXPOSURE_AUTO, [0, 1, 3], default: 0, now: 3)
        #expect(try state(device).exposureMode.value == .aperturePriority)
        #expect(
            try state(device).exposureMode.supportedValues == [
                .custom, .continuousAutoExposure, .aperturePriority,
            ])
    }

    @Test func theFocusSaysWhatItDoesAndHowFarItLooks() throws {
        let device = ScriptedControls.webcam()
            .add(V4L2_CID_AUTO_FOCUS_STATUS, .bitmask, 0...7)
            .menu(V4L2_CID_AUTO_FOCUS_RANGE, [0, 2, 3], default: 0, now: 2)
        let words: [Int64: CaptureControl.FocusStatus] = [
            0: .idle, 1: .adjusting, 2: .reached, 4: .failed, 3: .adjusting,
        ]
        for (bits, word) in words {
            device.values[UInt32(V4L2_CID_AUTO_FOCUS_STATUS)] = bits
            #expect(try state(device).focusStatus.value == word)
        }
        #expect(try state(device).autoFocusRange.value == .near)
        #expect(try state(device).autoFocusRange.supportedValues == [.none, .near, .far])
        #expect(try !state(.webcam()).focusStatus.isSupported)
    }

    @Test func switchesAreThereWhereTheDriverHasThem() throws {
        #expect(try !state(.webcam()).stabilization.isSupported)
        let device = ScriptedControls.webcam()
            .add(V4L2_CID_EXPOSURE_AUTO_PRIORITY, .boolean, now: 1)
            .add(V4L2_CID_WIDE_DYNAMIC_RANGE, .boolean)
            .add(V4L2_CID_IMAGE_STABILIZATION, .boolean, now: 1)
        let state = try state(device)
        #expect(state.lowLightBoost.value == .on && state.wideDynamicRange.value == .off)
        #expect(state.stabilization.value == .on)
        #expect(state.stabilization.supportedValues == [.off, .on])
    }

    @Test func lockedExposureIsTheDriversLock() throws {
        let device = ScriptedControls().menu(V4L2_CID_EXPOSURE_AUTO, [0, 1], default: 0)
            .add(V4L2_CID_3A_LOCK, .bitmask, 0...7, now: 1)
        #expect(try state(device).exposureMode.value == .locked)
        #expect(try state(device).exposureMode.defaultValue == .continuousAutoExposure)
    }

    @Test(arguments: [([100, 200, 3200], [100.0, 200, 3200]), ([50_000, 100_000], [50, 100])])
    func sensitivitiesAreISONumbers(items: [Int64], numbers: [Double]) throws {
        let menu = Dictionary(uniqueKeysWithValues: zip(Int64(0)..., items))
        let device = ScriptedControls().add(
            V4L2_CID_ISO_SENSITIVITY, .integerMenu, 0...9, default: 1, items: menu)
        let iso = try state(device).iso
        #expect(iso.supportedValues == numbers)
        #expect(iso.value == numbers[1])
    }

    @Test func biasIsInStepsOfExposure() throws {
        let device = ScriptedControls().add(
            V4L2_CID_AUTO_EXPOSURE_BIAS, .integerMenu, 0...2, default: 1,
            items: [0: -1500, 1: 0, 2: 1500])
        let bias = try state(device).exposureTargetBias
        #expect(bias.supportedValues == [-1.5, 0, 1.5])
        #expect(bias.unit == "EV")
    }

    @Test func theLampIsOneForTorchAndFlash() throws {
        let device = ScriptedControls().menu(
            V4L2_CID_FLASH_LED_MODE, [0, 1, 2], default: 0, now: 1)
        #expect(try state(device).torchMode.value == .off)
        #expect(try state(device).flashMode.value == .on)
    }

    @Test func zoomThatBeginsAtZeroHasNoUnit() throws {
        let device = ScriptedControls().add(V4L2_CID_ZOOM_ABSOLUTE, .integer, 0...317, now: 17)
        #expect(try state(device).videoZoomFactor.value == 17)
        #expect(try state(device).videoZoomFactor.unit == nil)
    }

    @Test func senselessDescriptionsAreNoControls() throws {
        let device = ScriptedControls()
            .add(V4L2_CID_FOCUS_ABSOLUTE, .integer, 5...5)
            .add(V4L2_CID_CONTRAST, .integer, Int64.min...Int64.max, step: 0, now: 4)
            .add(V4L2_CID_ISO_SENSITIVITY, .integerMenu, 0...9)
            .menu(V4L2_CID_EXPOSURE_AUTO, [], default: 9)
        device.controls[UInt32(V4L2_CID_GAMMA)] = DeviceControl(
            id: UInt32(V4L2_CID_GAMMA), kind: .integer, minimum: 9, maximum: 1)
        let state = try state(device)
        #expect(state.controls.map(\.name) == [.contrast])
        #expect(state.contrast.value == 4)
    }

    @Test func valuesThatCannotBeReadAreAbsent() throws {
        let device = ScriptedControls.webcam()
        device.values[UInt32(V4L2_CID_BRIGHTNESS)] = nil
        #expect(try state(device).brightness.value == nil)
        #expect(try state(device).brightness.isSupported)
    }

    @Test func aLostCameraIsAnError() throws {
        let device = ScriptedControls.webcam()
        device.failures["VIDIOC_G_EXT_CTRLS"] = ENODEV
        #expect { try state(device) } throws: {
            ($0 as? FacecapError)?.code == .deviceDisconnected
        }
        #expect(device.openCount == 0)
    }
}
