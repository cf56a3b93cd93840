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
    /// Why the device cannot be opened, with the remedy; `nil` when it can.
    public let unavailability: FacecapError?

    /// A camera as it shows itself.
    public init(
        path: String, name: String, driver: String? = nil, bus: String? = nil,
        unavailability: FacecapError? = nil
    ) {
        self.path = path
        self.name = name
        self.driver = driver
        self.bus = bus
        self.unavailability = unavailability
    }
}
