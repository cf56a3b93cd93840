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

    /// Lets the lamp flash now: it shines until ``endFlash(_:)``, or as long as the camera lets it, which with
    /// most is less than a second.
    ///
    /// Throws `.formatUnsupported` where the camera has no flash, and what ``withConfigurationLock(_:)`` throws.
    func beginFlash() throws(FacecapError) -> CaptureControl.Flash

    /// Ends a flash, and makes the lamp what it was before.
    ///
    /// - Returns: whether the lamp shone until now, as far as the camera tells.
    @discardableResult
    func endFlash(_ flash: CaptureControl.Flash) throws(FacecapError) -> Bool
}

extension CameraControlling {
    /// There is no flash.
    public func beginFlash() throws(FacecapError) -> CaptureControl.Flash {
        throw FacecapError(
            .formatUnsupported, "The camera has no flash; take the photo without one.")
    }

    /// None has begun.
    public func endFlash(_ flash: CaptureControl.Flash) throws(FacecapError) -> Bool { false }
}
