// SPDX-License-Identifier: Apache-2.0
import Facecap
import Testing

@testable import FacecapCommands

struct CameraChoiceTests {
    @Test func aPointIsSetWhereTheCameraHasOne() {
        func state(_ names: [CaptureControl.Name]) -> CaptureControl.State {
            CaptureControl.State(names.map { CaptureControl(name: $0, domain: .point) })
        }
        let point = Point(x: 0.25, y: 0.75)
        let none = CameraChoice.changes(toward: point, in: state([.brightness]))
        #expect(none.values.isEmpty)
        let exposure = CameraChoice.changes(toward: point, in: state([.exposurePointOfInterest]))
        #expect(exposure.exposurePointOfInterest == point && exposure.focusPointOfInterest == nil)
        let both = CameraChoice.changes(
            toward: point, in: state([.focusPointOfInterest, .exposurePointOfInterest]))
        #expect(both.exposurePointOfInterest == point && both.focusPointOfInterest == point)
    }

    @Test func anotherCameraIsAskedForTheFramesOfTheRun() async throws {
        var settings = RunSettings()
        settings.search.detector.name = .haar
        settings.search.detector.inputSize = 96
        settings.source.sources = [RunSource(.synthetic(SyntheticCamera.Configuration()))]
        settings.source.images = ImageRequest(size: Size(width: 160, height: 120), frameRate: 20)
        var messages = Messages()
        messages.isQuiet = true
        let live = try await RunSession(settings: settings, messages: messages)
        let switcher = CameraSwitcher(
            of: live, console: RunConsole(messages, progress: nil))
        let input = live.cameras[0].input
        try await live.session.switchDevice(
            of: input, to: try switcher.device(named: "synthetic:faces=1"))
        let format = try #require(input.videoFormat)
        #expect(format.width == 160 && format.height == 120 && format.frameRate == 20)
    }
}
