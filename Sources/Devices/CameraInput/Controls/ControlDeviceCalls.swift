// SPDX-License-Identifier: Apache-2.0
/// The system calls that controls need, one method each, in Swift's values.
///
/// Source: the kernel's "Video for Linux API", user controls and extended controls.
protocol ControlDeviceCalls: CameraNodeCalls {
    /// A control with the items of its menu; `nil` when the driver has none such.
    func control(_ id: UInt32, of device: Int32) throws(SystemCallFailure) -> DeviceControl?
    /// The present value of a control.
    func value(of control: DeviceControl, of device: Int32) throws(SystemCallFailure) -> Int64
    /// Checks values without setting them, as far as the driver can.
    func tryValues(_ writes: [ControlWrite], of device: Int32) throws(SystemCallFailure)
    /// Sets values in one call.
    func setValues(_ writes: [ControlWrite], of device: Int32) throws(SystemCallFailure)

    /// One of the regions of interest.
    func region(_ which: DeviceRegion.Which, of device: Int32) throws(SystemCallFailure)
        -> DeviceRegion
    func setRegion(_ region: DeviceRegion, of device: Int32) throws(SystemCallFailure)

    /// The highest priority of all who have the device open (`v4l2_priority`); `nil` when the driver
    /// knows none.
    func priority(of device: Int32) throws(SystemCallFailure) -> UInt32?
    /// Asks for the priority that nobody but equals can disturb, where the driver knows priorities.
    func takePriority(of device: Int32) throws(SystemCallFailure)
}
