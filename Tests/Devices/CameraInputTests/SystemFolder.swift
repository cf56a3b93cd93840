// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport

/// Folders laid out as sysfs lays out its own, on which cameras come and go.
struct SystemFolder {
    private let folder: TemporaryFolder
    /// In the place of `/sys/class/video4linux`.
    var nodes: String { "\(folder.path)/class/video4linux" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: nodes, withIntermediateDirectories: true)
    }

    /// Adds a USB camera: the node and its place, and what it says about itself.
    func plug(
        _ node: String, index: Int = 0, port: String = "1-2", serial: String? = "S1",
        product: String = "0fca", attributes: [String: [UInt8]] = [:]
    ) throws {
        let device = "devices/pci0000:00/usb1/\(port)"
        try write("1d6b\n", "\(device)/idVendor")
        try write("\(product)\n", "\(device)/idProduct")
        if let serial { try write("\(serial)\n", "\(device)/serial") }
        try write("00\n", "\(device)/\(port):1.0/bInterfaceNumber")
        for (name, bytes) in attributes { try folder.write(bytes, to: "\(device)/\(name)") }
        try add(node, name: "Web Camera", index: index, device: "\(device)/\(port):1.0")
    }

    /// Adds a camera that is part of the machine.
    func add(_ node: String, name: String, index: Int = 0, device: String) throws {
        try write("\(name)\n", "class/video4linux/\(node)/name")
        try write("\(index)\n", "class/video4linux/\(node)/index")
        let files = FileManager.default
        try files.createDirectory(
            atPath: "\(folder.path)/\(device)", withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: "\(nodes)/\(node)/device", withDestinationPath: "\(folder.path)/\(device)")
    }

    /// Takes a node away.
    func remove(_ node: String) throws {
        try FileManager.default.removeItem(atPath: "\(nodes)/\(node)")
    }

    /// Takes away all USB devices.
    func unplugAll() throws {
        try FileManager.default.removeItem(atPath: "\(folder.path)/devices/pci0000:00")
    }

    private func write(_ text: String, _ name: String) throws {
        try folder.write(Array(text.utf8), to: name)
    }
}
