// SPDX-License-Identifier: Apache-2.0
import CLinux
package import CaptureControls
package import FaceValues

/// The lamp flashes at a push of a button, or by itself at the next frame where the driver has no button for it.
///
/// Source: the kernel's "Video for Linux API", flash control reference.
extension V4L2CameraControls {
    private static let ledMode = UInt32(V4L2_CID_FLASH_LED_MODE)
    private static let source = UInt32(V4L2_CID_FLASH_STROBE_SOURCE)
    private static let strobe = UInt32(V4L2_CID_FLASH_STROBE)
    private static let stop = UInt32(V4L2_CID_FLASH_STROBE_STOP)
    private static let status = UInt32(V4L2_CID_FLASH_STROBE_STATUS)
    private static let timeout = UInt32(V4L2_CID_FLASH_TIMEOUT)
    private static let ids = [ledMode, source, strobe, stop, status, timeout]
    /// How long the lamp shines at most, in microseconds: many frames, and no more.
    private static let longestFlash: Int64 = 500_000

    package func beginFlash() throws(FacecapError) -> CaptureControl.Flash {
        try withControls(Self.ids) { device, controls throws(FacecapError) in
            var plan = ControlPlan()
            // V4L2_FLASH_LED_MODE_FLASH, V4L2_FLASH_STROBE_SOURCE_SOFTWARE.
            for (id, value): (UInt32, Int64) in [(Self.ledMode, 1), (Self.source, 0)] {
                guard let control = controls[id]?.control, control.allows(value),
                    !control.isReadOnly
                else { continue }
                plan.setMode(controls.write(value, to: id), of: .flashMode)
            }
            let canFlash = plan.modes.contains { $0.id == Self.ledMode }
            guard canFlash || controls[Self.strobe] != nil else {
                throw FacecapError(
                    .formatUnsupported,
                    "The camera has no flash (V4L2_CID_FLASH_STROBE); take the photo without one.")
            }
            if let control = controls[Self.timeout]?.control, !control.isReadOnly {
                let time = max(control.minimum, min(control.maximum, Self.longestFlash))
                plan.values.append(controls.write(time, to: Self.timeout))
            }
            if controls[Self.strobe] != nil {
                plan.buttons.append(controls.write(1, to: Self.strobe))
            }
            try device.apply(plan, over: controls)
            var flash = CaptureControl.Flash()
            for write in plan.modes + plan.values {
                flash.valuesBefore[write.id] = controls[write.id]?.value
            }
            return flash
        }
    }

    @discardableResult
    package func endFlash(_ flash: CaptureControl.Flash) throws(FacecapError) -> Bool {
        try withControls(Self.ids) { device, controls throws(FacecapError) in
            let shone = controls[Self.status]?.value.map { $0 != 0 } ?? true
            if controls[Self.stop] != nil {
                var plan = ControlPlan()
                plan.buttons = [controls.write(1, to: Self.stop)]
                // It may have ended by itself, which some drivers call an error.
                try? device.apply(plan, over: controls)
            }
            var plan = ControlPlan()
            plan.values = flash.valuesBefore.sorted { $0.key < $1.key }
                .map { controls.write($0.value, to: $0.key) }
            try device.apply(plan, over: controls)
            return shone
        }
    }
}
