// SPDX-License-Identifier: Apache-2.0
package import CaptureControls
package import FaceValues

/// The properties of a camera of Video4Linux, over a descriptor of their own: they can be changed
/// while the camera is captured from.
///
/// A number that an automatic mode rules switches that mode off when it is set: `lensPosition` locks
/// the focus, `exposureDuration` makes the exposure custom, `temperature` locks the white balance,
/// `iso`, `gain`, `hue` and `brightness` end their automatics.
package struct V4L2CameraControls: CameraControlling {
    private let path: String
    private let locator: CameraLocator?
    private let calls: any ControlDeviceCalls

    /// The properties of the camera at `path`, or wherever `locator` finds it.
    package init(path: String, locator: CameraLocator? = nil) {
        self.init(path: path, locator: locator, calls: LinuxVideoDeviceCalls())
    }

    init(path: String, locator: CameraLocator? = nil, calls: any ControlDeviceCalls) {
        self.path = path
        self.locator = locator
        self.calls = calls
    }

    /// The properties as they are now.
    ///
    /// Throws `.sourceNotFound`, `.permissionDenied`, `.deviceBusy` or `.deviceDisconnected`.
    package func state() throws(FacecapError) -> CaptureControl.State {
        let device = try ControlDevice(path: node, calls: calls)
        return Self.state(try device.controls(withIDs: ControlTable.ids))
    }

    /// Changes properties while nobody else in this process can, and with the highest priority where
    /// the driver knows priorities.
    @discardableResult
    package func withConfigurationLock(
        _ body: (CaptureControl.State, inout CaptureControl.Changes) throws(FacecapError) -> Void
    ) throws(FacecapError) -> CaptureControl.State {
        try withPlan { controls throws(FacecapError) in
            let state = Self.state(controls)
            var changes = CaptureControl.Changes()
            try body(state, &changes)
            return try ControlPlan(
                changes.validated(for: state), controls, ControlTable.bindings)
        }
    }

    /// Gives every property the value the driver makes it at first.
    @discardableResult
    package func reset() throws(FacecapError) -> CaptureControl.State {
        try withPlan { controls throws(FacecapError) in
            ControlPlan(defaultsOf: controls, ControlTable.bindings)
        }
    }

    private func withPlan(_ make: (DeviceControls) throws(FacecapError) -> ControlPlan)
        throws(FacecapError) -> CaptureControl.State
    {
        try withControls(ControlTable.ids) { device, before throws(FacecapError) in
            try device.apply(try make(before), over: before)
            return Self.state(try device.controls(withIDs: ControlTable.ids))
        }
    }

    /// What `body` returns of the open device and some of its controls, while nobody else changes the camera.
    func withControls<Result>(
        _ ids: [UInt32],
        _ body: (borrowing ControlDevice, DeviceControls) throws(FacecapError) -> Result
    ) throws(FacecapError) -> Result {
        let node = node
        let lock = try ConfigurationLock(node)
        defer { _ = lock }
        let device = try ControlDevice(path: node, calls: calls)
        try device.takePriority()
        return try body(device, try device.controls(withIDs: ids))
    }

    private var node: String { locator?.currentPath() ?? path }

    private static func state(_ controls: DeviceControls) -> CaptureControl.State {
        CaptureControl.State(ControlTable.bindings.compactMap { $0.describe(controls) })
    }
}
