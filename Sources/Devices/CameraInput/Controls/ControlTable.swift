// SPDX-License-Identifier: Apache-2.0
import CLinux
import CaptureControls

/// Which properties lie in which controls of Video4Linux, in the order of `CaptureControl.Name`.
///
/// Source: the kernel's "Video for Linux API", user, camera and flash control reference.
enum ControlTable {
    /// All properties.
    static let bindings: [any ControlBinding] =
        focus + exposure + color + lamps + images

    /// The controls that all properties have to do with.
    static let ids = bindings.flatMap(\.ids)

    private static let focus: [any ControlBinding] = [
        focusMode, focusStatus, autoFocusRange, lensPosition,
        PointBinding(name: .focusPointOfInterest, bit: 1 << 3),
    ]

    private static let focusMode = ChoiceBinding(
        .focusMode,
        .init(CaptureControl.FocusMode.locked, .init(V4L2_CID_FOCUS_AUTO, 0)),
        .init(
            CaptureControl.FocusMode.autoFocus, .init(V4L2_CID_FOCUS_AUTO, 0),
            .init(V4L2_CID_AUTO_FOCUS_START, 1, .button)),
        .init(CaptureControl.FocusMode.continuousAutoFocus, .init(V4L2_CID_FOCUS_AUTO, 1)))

    private static let focusStatus: ChoiceBinding = {
        func status(_ status: CaptureControl.FocusStatus, _ bit: Int64) -> ChoiceBinding.Choice {
            .init(status, .init(V4L2_CID_AUTO_FOCUS_STATUS, bit, mask: bit))
        }
        return ChoiceBinding(
            .focusStatus, status(.adjusting, 1), status(.failed, 4), status(.reached, 2),
            .init(CaptureControl.FocusStatus.idle, .init(V4L2_CID_AUTO_FOCUS_STATUS, 0)))
    }()

    private static let autoFocusRange: ChoiceBinding = {
        func range(
            _ range: CaptureControl.AutoFocusRange, _ item: Int64
        ) -> ChoiceBinding.Choice { .init(range, .init(V4L2_CID_AUTO_FOCUS_RANGE, item)) }
        return ChoiceBinding(
            .autoFocusRange, range(.none, 0), range(.normal, 1), range(.near, 2), range(.far, 3))
    }()

    private static func onOrOff(
        _ name: CaptureControl.Name, _ id: Int32
    ) -> ChoiceBinding {
        ChoiceBinding(
            name, .init(CaptureControl.Switch.off, .init(id, 0)),
            .init(CaptureControl.Switch.on, .init(id, 1)))
    }

    /// The driver's numbers grow towards the camera.
    private static let lensPosition = NumberBinding(
        .lensPosition, V4L2_CID_FOCUS_ABSOLUTE, .normalized(isReversed: true),
        needs: .off(V4L2_CID_FOCUS_AUTO))

    private static let exposureMode: ChoiceBinding = {
        let unlocked = ChoiceBinding.Setting(V4L2_CID_3A_LOCK, 0, mask: 1, .optional)
        func mode(
            _ mode: CaptureControl.ExposureMode, _ type: v4l2_exposure_auto_type,
            _ more: [ChoiceBinding.Setting] = []
        ) -> ChoiceBinding.Choice {
            ChoiceBinding.Choice(
                mode, [.init(V4L2_CID_EXPOSURE_AUTO, Int64(type.rawValue)), unlocked] + more)
        }
        let sensitivity = [
            ChoiceBinding.Setting(V4L2_CID_ISO_SENSITIVITY_AUTO, 1, .consequence),
            ChoiceBinding.Setting(V4L2_CID_AUTOGAIN, 1, .consequence),
        ]
        return ChoiceBinding(
            .exposureMode,
            .init(CaptureControl.ExposureMode.locked, [.init(V4L2_CID_3A_LOCK, 1, mask: 1)]),
            mode(.custom, V4L2_EXPOSURE_MANUAL),
            // Most USB cameras have an opening that nobody changes, and call it so.
            mode(.continuousAutoExposure, V4L2_EXPOSURE_AUTO, sensitivity),
            mode(.continuousAutoExposure, V4L2_EXPOSURE_APERTURE_PRIORITY, sensitivity),
            mode(.shutterPriority, V4L2_EXPOSURE_SHUTTER_PRIORITY),
            mode(.aperturePriority, V4L2_EXPOSURE_APERTURE_PRIORITY))
    }()

    private static let exposure: [any ControlBinding] = [
        exposureMode,
        // In units of 100 microseconds.
        NumberBinding(
            .exposureDuration, V4L2_CID_EXPOSURE_ABSOLUTE, unit: "s", .linear(0.0001),
            needs: ControlRequirement(
                id: UInt32(V4L2_CID_EXPOSURE_AUTO),
                allowed: [
                    Int64(V4L2_EXPOSURE_MANUAL.rawValue),
                    Int64(V4L2_EXPOSURE_SHUTTER_PRIORITY.rawValue),
                ], manual: Int64(V4L2_EXPOSURE_MANUAL.rawValue))),
        NumberBinding(
            .exposureTargetBias, V4L2_CID_AUTO_EXPOSURE_BIAS, unit: "EV", .menuOfThousandths),
        PointBinding(name: .exposurePointOfInterest, bit: 1 << 0),
        NumberBinding(
            .iso, V4L2_CID_ISO_SENSITIVITY, .menuOfSensitivities,
            needs: .off(V4L2_CID_ISO_SENSITIVITY_AUTO)),
        NumberBinding(.gain, V4L2_CID_GAIN, needs: .off(V4L2_CID_AUTOGAIN)),
        onOrOff(.lowLightBoost, V4L2_CID_EXPOSURE_AUTO_PRIORITY),
        onOrOff(.wideDynamicRange, V4L2_CID_WIDE_DYNAMIC_RANGE),
    ]

    private static let color: [any ControlBinding] = [
        ChoiceBinding(
            .whiteBalanceMode,
            .init(CaptureControl.WhiteBalanceMode.locked, .init(V4L2_CID_AUTO_WHITE_BALANCE, 0)),
            .init(
                CaptureControl.WhiteBalanceMode.autoWhiteBalance,
                .init(V4L2_CID_AUTO_WHITE_BALANCE, 0), .init(V4L2_CID_DO_WHITE_BALANCE, 1, .button)),
            .init(
                CaptureControl.WhiteBalanceMode.continuousAutoWhiteBalance,
                .init(V4L2_CID_AUTO_WHITE_BALANCE, 1))),
        NumberBinding(
            .temperature, V4L2_CID_WHITE_BALANCE_TEMPERATURE, unit: "K",
            needs: .off(V4L2_CID_AUTO_WHITE_BALANCE)),
        NumberBinding(
            .redBalance, V4L2_CID_RED_BALANCE, needs: .off(V4L2_CID_AUTO_WHITE_BALANCE)),
        NumberBinding(
            .blueBalance, V4L2_CID_BLUE_BALANCE, needs: .off(V4L2_CID_AUTO_WHITE_BALANCE)),
        NumberBinding(.videoZoomFactor, V4L2_CID_ZOOM_ABSOLUTE, unit: "x", .ratio),
        onOrOff(.stabilization, V4L2_CID_IMAGE_STABILIZATION),
        NumberBinding(.iris, V4L2_CID_IRIS_ABSOLUTE),
    ]

    private static let lamps: [any ControlBinding] = [
        ChoiceBinding(
            .torchMode,
            .init(CaptureControl.LampMode.on, .init(V4L2_CID_FLASH_LED_MODE, 2)),
            .init(CaptureControl.LampMode.off, isRest: true, .init(V4L2_CID_FLASH_LED_MODE, 0))),
        NumberBinding(.torchLevel, V4L2_CID_FLASH_TORCH_INTENSITY, .normalized()),
        ChoiceBinding(
            .flashMode,
            .init(CaptureControl.LampMode.on, .init(V4L2_CID_FLASH_LED_MODE, 1)),
            .init(CaptureControl.LampMode.off, isRest: true, .init(V4L2_CID_FLASH_LED_MODE, 0))),
        ChoiceBinding(
            .powerLineFrequency,
            .init(CaptureControl.PowerLineFrequency.off, .init(V4L2_CID_POWER_LINE_FREQUENCY, 0)),
            .init(
                CaptureControl.PowerLineFrequency.hertz50, .init(V4L2_CID_POWER_LINE_FREQUENCY, 1)),
            .init(
                CaptureControl.PowerLineFrequency.hertz60, .init(V4L2_CID_POWER_LINE_FREQUENCY, 2)),
            .init(
                CaptureControl.PowerLineFrequency.automatic, .init(V4L2_CID_POWER_LINE_FREQUENCY, 3)
            )),
    ]

    private static let images: [any ControlBinding] = [
        NumberBinding(
            .brightness, V4L2_CID_BRIGHTNESS, needs: .off(V4L2_CID_AUTOBRIGHTNESS)),
        NumberBinding(.contrast, V4L2_CID_CONTRAST),
        NumberBinding(.saturation, V4L2_CID_SATURATION),
        NumberBinding(.hue, V4L2_CID_HUE, needs: .off(V4L2_CID_HUE_AUTO)),
        NumberBinding(.sharpness, V4L2_CID_SHARPNESS),
        NumberBinding(.gamma, V4L2_CID_GAMMA),
        NumberBinding(.backlightCompensation, V4L2_CID_BACKLIGHT_COMPENSATION),
    ]
}
