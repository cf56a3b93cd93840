// SPDX-License-Identifier: Apache-2.0
import Facecap
import Testing

@testable import FacecapCommands

struct CameraChoiceTests {
    @Test func theNextCameraIsTheOneThatFollowsInACircle() {
        let paths = ["/dev/video0", "/dev/video2", "/dev/video4"]
        #expect(CameraChoice.path(after: "/dev/video0", among: paths) == "/dev/video2")
        #expect(CameraChoice.path(after: "/dev/video4", among: paths) == "/dev/video0")
        #expect(CameraChoice.path(after: "synthetic", among: paths) == "/dev/video0")
        #expect(CameraChoice.path(after: "/dev/video0", among: ["/dev/video0"]) == nil)
        #expect(CameraChoice.path(after: "/dev/video0", among: []) == nil)
    }

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
}
