// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// A camera as it shows itself before it is used.
public struct CameraDescription: Sendable, Hashable {
    /// The device node, such as `/dev/video0`.
    public let path: String
    /// The name people know it by.
    public let name: String
    /// The kernel driver; `nil` when the device cannot be opened.
    public let driver: String?
    /// Where it is plugged in, such as `usb-0000:00:14.0-1`; `nil` when the device cannot be opened.
    public let bus: String?
    /// What it is known by when its node changes; `nil` for a node that sysfs does not know.
    public let identity: Identity?
    /// Which way it looks; `nil` where nobody says so.
    public let position: Position?
    /// Whether another program, or another part of this one, captured from it when it was looked at.
    public let isBusy: Bool
    /// Why the device cannot be opened, with the remedy; `nil` when it can.
    public let unavailability: FacecapError?

    /// The USB port, such as `1-2.3`; `nil` for cameras on other buses.
    public var usbPort: String? { identity?.usb?.port }
    /// The serial number; `nil` for a camera that has none.
    public var serial: String? { identity?.usb?.serial }

    /// What the camera offers, in the driver's order; it is opened for a moment.
    ///
    /// Throws what opening the camera throws, `.deviceDisconnected` when it goes away.
    public func formats() throws(FacecapError) -> [Format] { try CameraCatalogue.formats(at: path) }

    /// A camera as it shows itself.
    public init(
        path: String, name: String, driver: String? = nil, bus: String? = nil,
        identity: Identity? = nil, position: Position? = nil,
        isBusy: Bool = false, unavailability: FacecapError? = nil
    ) {
        self.path = path
        self.name = name
        self.driver = driver
        self.bus = bus
        self.identity = identity
        self.position = position
        self.isBusy = isBusy
        self.unavailability = unavailability
    }
}
