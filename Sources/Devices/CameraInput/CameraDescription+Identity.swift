// SPDX-License-Identifier: Apache-2.0
extension CameraDescription {
    /// What makes a camera the same one after it was unplugged and plugged in again, when its node may
    /// have another number.
    ///
    /// Two values are equal when everything in them is, the place where the camera is plugged in
    /// included; ``matches(_:)`` also finds a camera that was plugged in elsewhere.
    /// Source: sysfs, `Documentation/ABI/testing/sysfs-bus-usb`.
    public struct Identity: Sendable, Hashable {
        /// A camera that is plugged into USB.
        public struct USBDevice: Sendable, Hashable {
            /// Bus and ports on the way to the device, such as `1-2.3`.
            public let port: String
            /// `idVendor`.
            public let vendorID: UInt16
            /// `idProduct`.
            public let productID: UInt16
            /// The serial number the device gives itself, which not every one has, and which some share
            /// with all of their kind.
            public let serial: String?
            /// `bInterfaceNumber`: one device may hold several cameras.
            public let interface: UInt8

            /// A camera as USB knows it.
            public init(
                port: String, vendorID: UInt16, productID: UInt16, serial: String? = nil,
                interface: UInt8 = 0
            ) {
                self.port = port
                self.vendorID = vendorID
                self.productID = productID
                self.serial = serial
                self.interface = interface
            }
        }

        /// The USB device; `nil` for cameras on other buses.
        public let usb: USBDevice?
        /// The device below `/sys/devices`, such as `platform/vivid.0`; `virtual` for cameras that
        /// programs make, and empty where sysfs says nothing.
        public let device: String
        /// The name of the node, which tells apart the cameras of one device.
        public let name: String
        /// The place of the node among those of its device, 0 for the first one: the others are mostly
        /// for metadata.
        public let index: Int

        /// What a camera is known by.
        public init(usb: USBDevice? = nil, device: String, name: String, index: Int = 0) {
            self.usb = usb
            self.device = device
            self.name = name
            self.index = index
        }

        /// Whether the other camera is this one at another USB port: of the same make, with the same
        /// serial number.
        public func matches(_ other: Identity) -> Bool {
            guard index == other.index, let mine = usb, let its = other.usb else { return false }
            return mine.serial != nil && mine.serial == its.serial && mine.vendorID == its.vendorID
                && mine.productID == its.productID && mine.interface == its.interface
        }

        /// Whether the other camera is plugged in where this one was, and is of the same make.
        func isInPlace(_ other: Identity) -> Bool {
            guard let mine = usb, let its = other.usb else { return self == other }
            return index == other.index && mine == its
        }
    }
}
