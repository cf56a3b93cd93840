// SPDX-License-Identifier: Apache-2.0
import AudioInput
import CameraInput
import CaptureSamples
import FaceCapture
import FaceValues
import Testing

@testable import DeviceDiscovery
@testable import Facecap

@Suite struct DiscoverySessionTests {
    private let camera = CameraDescription(
        path: "/dev/video7", name: "Camera", position: .front,
        unavailability: FacecapError(.permissionDenied, "No."))
    private let microphone = MicrophoneDescription(name: "hw:1,0", localizedName: "Microphone")

    @Test func aDeviceSaysHowItWasFound() {
        let seen = CaptureDevice.camera(camera)
        #expect(seen.cameraDescription == camera)
        #expect(seen.unavailability?.code == .permissionDenied)
        #expect(seen.microphoneDescription == nil)
        let heard = CaptureDevice.microphone(microphone)
        #expect(heard.microphoneDescription == microphone)
        #expect(heard.unavailability == nil)
        #expect(heard.cameraDescription == nil)
    }

    @Test func eventsAreOfTheDevicesAskedFor() throws {
        let events: [DeviceWatcher.Event] = [
            .appeared(.camera(camera)), .disappeared(.microphone(microphone)),
            .changed(.camera(camera)),
        ]
        func names(_ mediaTypes: Set<MediaType>) -> [String] {
            events.compactMap { CaptureDevice.DiscoverySession.Event($0, of: mediaTypes) }.map {
                switch $0 {
                case .connected(let device): "+" + device.uniqueID
                case .disconnected(let device): "-" + device.uniqueID
                case .permissionChanged(let device): "!" + device.uniqueID
                }
            }
        }
        #expect(names([.video, .audio]) == ["+/dev/video7", "-hw:1,0", "!/dev/video7"])
        #expect(names([.video]) == ["+/dev/video7", "!/dev/video7"])
        #expect(names([.audio]) == ["-hw:1,0"])
        #expect(names([.depth]).isEmpty)
    }

    @Test func aSessionThatIsReleasedEndsItsStreams() async throws {
        var kept: CaptureDevice.DiscoverySession? = try .init(mediaTypes: [])
        #expect(kept?.devices.isEmpty == true)
        let events = try #require(kept?.events())
        kept = nil
        for await _ in events { Issue.record("There was nothing to see.") }
    }

    @Test func nothingButCamerasAndMicrophonesIsADefaultDevice() throws {
        #expect(try CaptureDevice.default(for: .depth)?.uniqueID == nil)
        #expect(try CaptureDevice.default(for: .metadata)?.uniqueID == nil)
    }
}
