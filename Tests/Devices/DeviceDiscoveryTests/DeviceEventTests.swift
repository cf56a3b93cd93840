// SPDX-License-Identifier: Apache-2.0
import AudioInput
import CameraInput
import FaceValues
import Testing

@testable import DeviceDiscovery

@Suite struct DeviceEventTests {
    private func camera(
        _ path: String, port: String = "1-1", isBusy: Bool = false, isPermitted: Bool = true
    ) -> DiscoveredDevice {
        .camera(
            CameraDescription(
                path: path, name: "Camera",
                identity: CameraDescription.Identity(
                    usb: .init(port: port, vendorID: 1, productID: 2), device: "", name: "Camera"),
                isBusy: isBusy,
                unavailability: isPermitted ? nil : FacecapError(.permissionDenied, "No.")))
    }

    @Test func devicesComeAndGo() {
        let microphone = DiscoveredDevice.microphone(
            MicrophoneDescription(name: "hw:1,0", localizedName: "Microphone"))
        let before = [camera("/dev/video0"), camera("/dev/video1", port: "1-2")]
        let after = [camera("/dev/video1", port: "1-2"), camera("/dev/video2"), microphone]
        #expect(
            DeviceWatcher.Event.events(from: before, to: after) == [
                .disappeared(before[0]), .appeared(after[1]), .appeared(microphone),
            ])
        #expect(DeviceWatcher.Event.events(from: after, to: after).isEmpty)
    }

    @Test func anotherCameraInThePlaceOfOneIsTwoEvents() {
        let before = [camera("/dev/video0", port: "1-1")]
        let after = [camera("/dev/video0", port: "1-2")]
        #expect(
            DeviceWatcher.Event.events(from: before, to: after) == [
                .disappeared(before[0]), .appeared(after[0]),
            ])
    }

    @Test func permissionIsAChangeAndUseIsNone() {
        let closed = camera("/dev/video0", isPermitted: false)
        let open = camera("/dev/video0")
        #expect(DeviceWatcher.Event.events(from: [closed], to: [open]) == [.changed(open)])
        let busy = camera("/dev/video0", isBusy: true)
        #expect(DeviceWatcher.Event.events(from: [open], to: [busy]).isEmpty)
    }
}
