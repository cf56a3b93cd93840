// SPDX-License-Identifier: Apache-2.0
import FaceValues
internal import SystemSupport

/// What sysfs says about the node of a camera, read without opening the camera.
struct SystemAttributes {
    /// Such as `/sys/class/video4linux/video0`.
    private let node: String
    /// The device behind the node, without symbolic links; `nil` for cameras that programs make.
    private let device: String?

    /// The attributes below a folder such as `/sys/class/video4linux/video0`.
    init(of node: String) {
        self.node = node
        device = Files.resolved("\(node)/device")
    }

    /// The name people know the camera by.
    var name: String? { Files.line(of: "\(node)/name") }

    /// The place of the node among those of its device; 0 where it is not known.
    var index: Int { Files.line(of: "\(node)/index").flatMap { Int($0) } ?? 0 }

    /// What tells the camera from others.
    var identity: CameraDescription.Identity {
        CameraDescription.Identity(usb: usb, device: devicePath, name: name ?? "", index: index)
    }

    /// Which way the camera looks, where the firmware says so.
    ///
    /// Source: `Documentation/ABI/testing/sysfs-devices-physical_location` and
    /// `sysfs-devices-removable`; the device tree's `orientation` is 0 for front, 1 for back and 2
    /// for external.
    var position: CameraDescription.Position? {
        for folder in [device, usbDevice].compactMap({ $0 }) {
            if let panel = Files.line(of: "\(folder)/physical_location/panel"),
                let position = CameraDescription.Position(rawValue: panel), position != .external
            {
                return position
            }
            if let bytes = Files.bytes(of: "\(folder)/of_node/orientation"), bytes.count == 4,
                bytes.dropLast() == [0, 0, 0],
                Int(bytes[3]) < CameraDescription.Position.allCases.count
            {
                return CameraDescription.Position.allCases[Int(bytes[3])]
            }
        }
        let isRemovable = usbDevice.flatMap { Files.line(of: "\($0)/removable") } == "removable"
        return isRemovable ? .external : nil
    }

    private var devicePath: String {
        guard let device else { return "virtual" }
        let parts = device.split(separator: "/")
        let start = parts.lastIndex(of: "devices").map { $0 + 1 } ?? 0
        return parts[start...].joined(separator: "/")
    }

    /// The folder of the USB device whose interface the camera is.
    private var usbDevice: String? {
        guard let device, Files.line(of: "\(device)/bInterfaceNumber") != nil,
            let end = device.lastIndex(of: "/")
        else { return nil }
        return String(device[..<end])
    }

    private var usb: CameraDescription.Identity.USBDevice? {
        guard let folder = usbDevice, let device,
            let vendor = Self.hexadecimal("\(folder)/idVendor").flatMap(UInt16.init(exactly:)),
            let product = Self.hexadecimal("\(folder)/idProduct").flatMap(UInt16.init(exactly:)),
            let port = folder.split(separator: "/").last
        else { return nil }
        let interface = Self.hexadecimal("\(device)/bInterfaceNumber")
        return CameraDescription.Identity.USBDevice(
            port: String(port), vendorID: vendor, productID: product,
            serial: Files.line(of: "\(folder)/serial"),
            interface: interface.flatMap(UInt8.init(exactly:)) ?? 0)
    }

    private static func hexadecimal(_ attribute: String) -> UInt? {
        Files.line(of: attribute).flatMap { UInt($0, radix: 16) }
    }
}
