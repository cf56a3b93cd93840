// SPDX-License-Identifier: Apache-2.0
import CameraInput
import Testing

@testable import Facecap

@Suite struct CameraWordsTests {
    private func camera(
        _ number: Int, _ name: String, serial: String? = nil,
        position: CameraDescription.Position? = nil
    ) -> CameraDescription {
        let usb = serial.map {
            CameraDescription.Identity.USBDevice(
                port: "1-\(number)", vendorID: 1, productID: 2, serial: $0)
        }
        return CameraDescription(
            path: "/dev/video\(number)", name: name,
            identity: CameraDescription.Identity(usb: usb, device: "pci", name: name),
            position: position)
    }

    @Test func aCameraIsMeantByItsSideItsCableItsSerialNumberOrAPartOfItsName() {
        let lid = camera(0, "Integrated Camera", position: .front)
        let cable = camera(2, "HD Pro Webcam C920", serial: "A1B2", position: .external)
        for (words, meant) in [
            ("front", [true, false]), ("back", [false, false]), ("usb", [false, true]),
            ("a1b2", [false, true]), ("A1B", [false, false]), ("c920", [false, true]),
            ("Cam", [true, true]), ("", [false, false]), ("screen", [false, false]),
        ] {
            #expect([lid, cable].map { $0.isMeant(by: words) } == meant, "\(words)")
        }
    }

    @Test func switchingGoesToTheOtherSideElseToTheNextNodeInACircle() {
        let cameras = [
            camera(0, "a", position: .front), camera(2, "b", serial: "s"),
            camera(4, "c", position: .back),
        ]
        func other(_ path: String, _ cameras: [CameraDescription]) -> String? {
            CameraDescription.other(than: path, among: cameras)?.path
        }
        #expect(other("/dev/video0", cameras) == "/dev/video4")
        #expect(other("/dev/video4", cameras) == "/dev/video0")
        #expect(other("/dev/video2", cameras) == "/dev/video4")
        #expect(other("/dev/video0", Array(cameras.prefix(2))) == "/dev/video2")
        #expect(other("synthetic", cameras) == "/dev/video0")
        #expect(other("/dev/video0", [cameras[0]]) == nil)
        #expect(other("/dev/video0", []) == nil)
    }

    @Test func theNameOfAnAddressHasNoPassword() {
        let address = "rtsp://me:secret@camera/1"
        for device in [
            CaptureDevice.file(address), .networkCamera(address), .audio(ofFile: address),
        ] {
            #expect(device.localizedName == "rtsp://camera/1" && device.uniqueID == address)
            #expect(device.recordName == "rtsp://camera/1")
        }
        #expect(CaptureDevice.file("a@b.mp4").localizedName == "a@b.mp4")
    }

    @Test func devicesSayWhatTheyAreAndWhichWayTheyLook() {
        let lid = CaptureDevice.camera(camera(0, "a", position: .front))
        #expect(lid.deviceType == .builtInCamera && lid.position == .front)
        #expect(CaptureDevice.camera(camera(2, "b", serial: "s")).deviceType == .externalCamera)
        let identity = CameraDescription.Identity(device: "virtual", name: "v")
        let virtual = CameraDescription(path: "/dev/video9", name: "v", identity: identity)
        #expect(CaptureDevice.camera(virtual).deviceType == .virtualCamera)
        #expect(CaptureDevice.depthCamera(camera(4, "d")).deviceType == .depthCamera)
        #expect(CaptureDevice.file("a.mp4").deviceType == .file)
        #expect(CaptureDevice.file("a.mp4").position == nil)
        #expect(CaptureDevice.screen().deviceType == .screen)
    }
}
