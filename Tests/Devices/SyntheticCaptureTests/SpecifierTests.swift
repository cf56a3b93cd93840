// SPDX-License-Identifier: Apache-2.0
import FaceValues
import SyntheticCapture
import Testing

@Suite struct SpecifierTests {
    private func message(_ specifier: String) -> String? {
        do throws(FacecapError) {
            _ = try SyntheticCamera.Configuration(specifier: specifier)
            return nil
        } catch {
            #expect(error.code == .invalidArgument)
            return error.message
        }
    }

    @Test func emptyTextIsTheDefaultCamera() throws {
        #expect(try SyntheticCamera.Configuration(specifier: "") == SyntheticCamera.Configuration())
    }

    @Test func readsEveryKey() throws {
        let configuration = try SyntheticCamera.Configuration(
            specifier: "faces=3,size=640x360,fps=29.97,seed=9,motion=enter-leave,pace=fast,"
                + "frames=90")
        #expect(
            configuration
                == SyntheticCamera.Configuration(
                    faces: 3, width: 640, height: 360, framesPerSecond: 29.97, seed: 9,
                    motion: .enterLeave, isRealTime: false, frameCount: 90))
    }

    @Test(arguments: [
        ("faces=9", "faces", "0 to 8"), ("faces=two", "faces", "0 to 8"),
        ("faces=", "faces", "\"\""),
        ("size=641x360", "size", "even"), ("size=62x64", "size", "64 to 4096"),
        ("size=1280", "size", "1280x720"), ("size=1x2x3", "size", "1280x720"),
        ("fps=0", "fps", "1 to 120"), ("fps=nan", "fps", "1 to 120"),
        ("fps=1e9", "fps", "1 to 120"),
        ("seed=-1", "seed", "whole number"), ("motion=dance", "motion", "enter-leave, mixed"),
        ("pace=slow", "pace", "realtime, fast"), ("frames=0", "frames", "1 or more"),
        (
            "colour=red", "colour",
            "faces, size, fps, seed, people, motion, noise, blur, light, pace, frames"
        ),
        ("faces", "faces", "key=value"), ("faces=1,,fps=30", "\"\"", "key=value"),
        ("faces=1,faces=2", "faces", "twice"),
    ])
    func namesTheKeyAndWhatIsAllowed(specifier: String, key: String, allowed: String) {
        let message = message(specifier)
        #expect(message?.contains(key) == true && message?.contains(allowed) == true)
    }

    @Test func everyWayToMakeACameraValidates() {
        let impossible = SyntheticCamera.Configuration(faces: -1)
        #expect(throws: FacecapError.self) { try impossible.validate() }
        #expect(throws: FacecapError.self) { try SyntheticCamera.Scene(impossible) }
        #expect(throws: FacecapError.self) { try SyntheticCamera(impossible) }
    }
}
