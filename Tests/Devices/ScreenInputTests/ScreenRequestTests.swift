// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import ScreenInput

struct ScreenRequestTests {
    @Test func settingsAreOptional() throws {
        #expect(try ScreenRequest(specifier: "") == ScreenRequest())
        #expect(try ScreenRequest(specifier: ":1") == ScreenRequest(display: ":1"))
        #expect(
            try ScreenRequest(specifier: "host:0.1,crop=10,20,640x480,fps=7.5")
                == ScreenRequest(
                    display: "host:0.1",
                    region: ScreenRequest.Region(x: 10, y: 20, width: 640, height: 480),
                    framesPerSecond: 7.5))
        #expect(try ScreenRequest(specifier: "fps=30").framesPerSecond == 30)
    }

    @Test(arguments: [
        "fps=0", "fps=61", "fps=x", "fps=1,2", "crop=1,2", "crop=1,2,3,4", "crop=1,2,0x4",
        "crop=-1,2,3x4", "crop=1,2,3x4x5", "crop=1,2,99999x4", "size=3", ":1,:2", "crop=1x2,3,4",
        "fps=15,crop=1,2,3x4,fps=15",
    ])
    func whatMakesNoSenseIsNamed(_ specifier: String) {
        #expect(throws: FacecapError.self) { try ScreenRequest(specifier: specifier) }
    }

    @Test(
        arguments: [(.nan, 1), (-.infinity, 1), (0, 1), (30, 30), (.infinity, 60), (61, 60)]
            as [(Double, Double)])
    func aRateThatNoScreenHasCountsAsTheNearest(asked: Double, counts: Double) {
        #expect(ScreenRequest(framesPerSecond: asked).intervalNanoseconds == 1e9 / counts)
    }

    @Test(
        arguments: [
            (-5, 0, 10, 10), (0, -1, 1, 1), (0, 0, 0, 1), (0, 0, 1, 0), (60, 0, 7, 5),
            (0, 36, 1, 5), (.max, 0, 1, 1), (.min, 0, 1, 1), (1, 0, .max, 1), (0, 1, 1, .max),
        ] as [(Int, Int, Int, Int)])
    func aPartIsInsideAScreenOrNot(x: Int, y: Int, width: Int, height: Int) {
        let outside = ScreenRequest.Region(x: x, y: y, width: width, height: height)
        #expect(!outside.isInside(width: 66, height: 40))
        let corner = ScreenRequest.Region(x: 65, y: 39, width: 1, height: 1)
        #expect(corner.isInside(width: 66, height: 40))
    }
}
