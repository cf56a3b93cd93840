// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Facecap
import Testing

@testable import FacecapCommands

struct CameraRequestsTests {
    @Test func aPointIsSetWhereTheCameraHasOne() {
        func state(_ names: [CaptureControl.Name]) -> CaptureControl.State {
            CaptureControl.State(names.map { CaptureControl(name: $0, domain: .point) })
        }
        let point = Point(x: 0.25, y: 0.75)
        let none = CameraRequests.changes(toward: point, in: state([.brightness]))
        #expect(none.values.isEmpty)
        let exposure = CameraRequests.changes(
            toward: point, in: state([.exposurePointOfInterest]))
        #expect(exposure.exposurePointOfInterest == point && exposure.focusPointOfInterest == nil)
        let both = CameraRequests.changes(
            toward: point, in: state([.focusPointOfInterest, .exposurePointOfInterest]))
        #expect(both.exposurePointOfInterest == point && both.focusPointOfInterest == point)
    }

    @Test func anotherCameraIsAskedForTheFramesOfTheRun() async throws {
        let live = try await openSession(
            ImageRequest(size: Size(width: 160, height: 120), frameRate: 20))
        let input = live.cameras[0].input
        try await live.session.switchDevice(
            of: input, to: try makeRequests(to: live).device(named: "synthetic:faces=1"))
        let format = try #require(input.videoFormat)
        #expect(format.width == 160 && format.height == 120 && format.frameRate == 20)
    }

    @Test func ofSeveralRequestsTheLastOneHolds() async throws {
        let live = try await openSession(ImageRequest(size: Size(width: 64, height: 64)))
        let requests = makeRequests(to: live)
        for frameRate in 1...40 {
            requests.setFrameRate(Double(frameRate))
            requests.switchCamera(to: "synthetic:size=64x64,fps=\(frameRate)")
        }
        requests.setFrameRate(50)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            requests.queue.async { continuation.resume() }
        }
        #expect(live.cameras[0].input.videoFormat?.frameRate == 50)
    }

    private func openSession(_ images: ImageRequest) async throws -> RunSession {
        var settings = RunSettings()
        settings.search.detector.name = .haar
        settings.search.detector.inputSize = 96
        settings.source.sources = [RunSource(.synthetic(SyntheticCamera.Configuration()))]
        settings.source.images = images
        return try await RunSession(settings: settings, messages: messages)
    }

    private func makeRequests(to live: RunSession) -> CameraRequests {
        CameraRequests(of: live, console: RunConsole(messages, progress: nil))
    }

    private var messages: Messages {
        var messages = Messages()
        messages.isQuiet = true
        return messages
    }
}
