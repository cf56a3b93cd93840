// SPDX-License-Identifier: Apache-2.0
import CaptureControls

/// What a control needs from the mode that rules it.
struct ControlRequirement {
    /// The control of the mode.
    let id: UInt32
    /// The modes in which the ruled control counts.
    let allowed: [Int64]
    /// The mode it is switched to when the ruled one is set.
    let manual: Int64

    /// A mode that is on, 1, or off, 0, and has to be off.
    static func off(_ id: Int32) -> ControlRequirement {
        ControlRequirement(id: UInt32(id), allowed: [0], manual: 0)
    }

    /// Whether the mode that is, or the one the driver begins with, lets the ruled control count.
    func isMet(in controls: DeviceControls, byDefault: Bool = false) -> Bool {
        guard let entry = controls[id] else { return true }
        guard let value = byDefault ? entry.control.defaultValue : entry.value else { return true }
        return allowed.contains(value)
    }
}
