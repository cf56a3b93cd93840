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
}
