// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import ScreenInput

struct ScreenEnvironmentTests {
    @Test func theScreenIsThatOfDisplayUnlessOneIsNamed() throws {
        let session = ScreenEnvironment(display: ":5", waylandDisplay: nil)
        #expect(try session.display(named: nil) == ":5")
        #expect(try session.display(named: ":7") == ":7")
    }

    @Test func aWaylandSessionSaysWhatToDo() throws {
        for display in [nil, ":0"] {
            let session = ScreenEnvironment(display: display, waylandDisplay: "wayland-0")
            let error = #expect(throws: FacecapError.self) { try session.display(named: nil) }
            #expect(error?.message.contains("Wayland") == true)
            #expect(error?.message.contains("X11 (Xorg) session") == true)
            #expect(try session.display(named: ":9") == ":9")
        }
    }

    @Test func withoutADisplayThereIsNoScreen() {
        let session = ScreenEnvironment(display: nil, waylandDisplay: nil)
        let error = #expect(throws: FacecapError.self) { try session.display(named: nil) }
        #expect(error?.code == .sourceNotFound)
        #expect(error?.message.contains("DISPLAY is not set") == true)
    }
}
