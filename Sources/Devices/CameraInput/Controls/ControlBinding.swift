// SPDX-License-Identifier: Apache-2.0
import CaptureControls

/// How one property of a camera lies in the controls of its driver.
protocol ControlBinding: Sendable {
    var name: CaptureControl.Name { get }
    /// The driver's controls it has to do with.
    var ids: [UInt32] { get }
    /// What rules it; `nil` when nothing does.
    var requirement: ControlRequirement? { get }
    /// The property as people see it; `nil` when the camera has none such.
    func describe(_ controls: DeviceControls) -> CaptureControl?
    /// What has to be written for a value that was validated.
    func plan(
        _ value: CaptureControl.Value, _ controls: DeviceControls, into plan: inout ControlPlan)
}
