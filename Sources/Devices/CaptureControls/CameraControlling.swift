// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// A camera whose properties can be read and changed, while it is captured from or not.
///
/// The calls block for as long as the driver takes: they are not for the threads of frames.
public protocol CameraControlling: Sendable {
    /// The properties as they are now.
    ///
    /// Throws what opening the camera throws.
    func state() throws(FacecapError) -> CaptureControl.State

    /// Changes properties while nobody else can: `body` says what, seeing what is; then everything
    /// is checked, and applied together or not at all.
    ///
    /// - Returns: the properties as they are afterwards.
    /// - Throws: what `body` throws; `.deviceBusy` while another owner changes properties,
    ///   `.invalidArgument` for values that are not possible, `.formatUnsupported` for properties
    ///   the camera has not, and what opening the camera throws.
    @discardableResult
    func withConfigurationLock(
        _ body: (CaptureControl.State, inout CaptureControl.Changes) throws(FacecapError) -> Void
    ) throws(FacecapError) -> CaptureControl.State

    /// Gives every property the value the driver makes it at first; those that an automatic mode
    /// rules then are left to it.
    @discardableResult
    func reset() throws(FacecapError) -> CaptureControl.State
}
