// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import Testing

@testable import CameraInput

@Suite struct CameraIdentityTests {
    private func identity(_ node: String, _ system: SystemFolder) -> CameraDescription.Identity {
        SystemAttributes(of: "\(system.nodes)/\(node)").identity
    }

    @Test func aUSBCameraIsKnownByItsPortAndItsSerial() throws {
        let system = try SystemFolder()
        try system.plug("video1", port: "1-2.3", serial: "FC 1")
        let camera = try #require(
            CameraCatalogue.cameras(below: system.nodes, calls: ScriptedDevice()).first)
        #expect(camera.usbPort == "1-2.3")
        #expect(camera.serial == "FC 1")
        #expect(
            camera.identity
                == CameraDescription.Identity(
                    usb: .init(port: "1-2.3", vendorID: 0x1d6b, productID: 0x0fca, serial: "FC 1"),
                    device: "pci0000:00/usb1/1-2.3/1-2.3:1.0", name: "Web Camera"))
    }

    @Test func aPluggedInCameraIsFoundUnderItsNewNode() throws {
        let system = try SystemFolder()
        try system.plug("video1")
        try system.plug("video2", index: 1, attributes: [:])
        let known = identity("video1", system)
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == "/dev/video1")
        try system.remove("video1")
        try system.remove("video2")
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == nil)
        try system.plug("video6", index: 1)
        try system.plug("video7", index: 0)
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == "/dev/video7")
    }

    @Test func aCameraAtAnotherPortIsKnownByItsSerial() throws {
        let system = try SystemFolder()
        try system.plug("video1")
        let known = identity("video1", system)
        try system.remove("video1")
        try system.unplugAll()
        try system.plug("video2", port: "1-4")
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == "/dev/video2")
    }

    @Test func twoCamerasWithOneSerialAreNotGuessedAt() throws {
        let system = try SystemFolder()
        try system.plug("video1")
        let known = identity("video1", system)
        try system.remove("video1")
        try system.unplugAll()
        try system.plug("video2", port: "1-4")
        try system.plug("video3", port: "1-5")
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == nil)
    }

    @Test func aCameraBesideOneWithItsSerialIsNotTakenForItWhileThatIsAway() throws {
        let system = try SystemFolder()
        try system.plug("video1")
        try system.plug("video2", port: "1-4")
        let locator = CameraLocator(
            identity("video1", system), preferring: "/dev/video1", below: system.nodes)
        #expect(locator.currentPath() == "/dev/video1")
        try system.remove("video1")
        #expect(locator.currentPath() == nil)
        try system.plug("video7", port: "1-5")
        #expect(locator.currentPath() == "/dev/video7")
    }

    @Test func ofACameraThatIsAwayNoOtherPortIsLeftOut() throws {
        let system = try SystemFolder()
        try system.plug("video1")
        let known = identity("video1", system)
        try system.remove("video1")
        try system.plug("video2", port: "1-4")
        let locator = CameraLocator(known, preferring: "/dev/video1", below: system.nodes)
        #expect(locator.currentPath() == "/dev/video2")
    }

    @Test(arguments: [("S2", "0fca"), ("S1", "0fcb")])
    func anotherCameraAtTheSamePortIsAnotherCamera(serial: String, product: String) throws {
        let system = try SystemFolder()
        try system.plug("video1")
        let known = identity("video1", system)
        try system.remove("video1")
        try system.unplugAll()
        try system.plug("video1", serial: serial, product: product)
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == nil)
    }

    @Test func aCameraWithoutASerialIsKnownByItsPortAlone() throws {
        let system = try SystemFolder()
        try system.plug("video1", serial: nil)
        let known = identity("video1", system)
        try system.remove("video1")
        try system.unplugAll()
        try system.plug("video2", port: "1-4", serial: nil)
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == nil)
        try system.plug("video3", serial: nil)
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == "/dev/video3")
    }

    @Test func camerasOfOneDeviceAreToldApartByTheirNames() throws {
        let system = try SystemFolder()
        try system.add("video0", name: "vivid-000-vid-cap", device: "devices/platform/vivid.0")
        try system.add("video2", name: "vivid-001-vid-cap", device: "devices/platform/vivid.0")
        let known = identity("video2", system)
        #expect(known.device == "platform/vivid.0")
        #expect(known.usb == nil)
        #expect(CameraCatalogue.path(of: known, below: system.nodes) == "/dev/video2")
    }

    @Test func ofCamerasThatAreAlikeTheOneAtThePathIsMeant() throws {
        let system = try SystemFolder()
        for node in ["video2", "video3"] {
            try system.add(node, name: "Loopback", device: "devices/made")
        }
        try system.add("video4", name: "Other", device: "devices/made")
        let known = identity("video3", system)
        let paths = (2...4).map {
            CameraCatalogue.path(of: known, preferring: "/dev/video\($0)", below: system.nodes)
        }
        #expect(paths == ["/dev/video2", "/dev/video3", "/dev/video2"])
    }

    @Test func aNodeWithoutADeviceIsVirtual() throws {
        let system = try SystemFolder()
        #expect(identity("video9", system).device == "virtual")
    }

    @Test(
        arguments: [
            (["physical_location/panel": "front\n"], .front),
            (["physical_location/panel": "back\n"], .back),
            (["physical_location/panel": "top\n"], nil),
            (["removable": "removable\n"], .external), (["removable": "fixed\n"], nil),
            (["of_node/orientation": "\0\0\0\u{1}"], .back),
            (["of_node/orientation": "\0\0\0\u{7}"], nil), (["of_node/orientation": "\u{1}"], nil),
        ] as [([String: String], CameraDescription.Position?)])
    func thePositionIsWhatTheFirmwareSays(
        attributes: [String: String], position: CameraDescription.Position?
    ) throws {
        let system = try SystemFolder()
        try system.plug("video0", attributes: attributes.mapValues { Array($0.utf8) })
        #expect(SystemAttributes(of: "\(system.nodes)/video0").position == position)
    }

    @Test func aClosedCameraIsKnownToo() throws {
        let system = try SystemFolder()
        try system.plug("video0")
        let device = ScriptedDevice()
        device.unopenable = ["/dev/video0": EACCES]
        let camera = try #require(
            CameraCatalogue.cameras(below: system.nodes, calls: device).first)
        #expect(camera.unavailability?.code == .permissionDenied)
        #expect(camera.serial == "S1")
    }
}
