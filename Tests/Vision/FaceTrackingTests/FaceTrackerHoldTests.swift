// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import Glibc
import TestSupport
import Testing

@Suite struct FaceTrackerHoldTests {
    @Test func aFaceSeenOnceIsNotHeld() {
        var scene = Scene()
        scene.see(face(100, 100))
        #expect(scene.see().isEmpty)
        #expect(scene.see(face(100, 100)).map(\.faceID) == [1])
        #expect(scene.see().isEmpty)
    }

    @Test(arguments: [0.2, 0.4, 1])
    func aFaceIsHeldNoLongerThanItWasSeen(seconds: Double) {
        var scene = Scene()
        let seen = Int((seconds * scene.framesPerSecond).rounded())
        scene.see(face(300, 200), forSeconds: seconds)
        var held = 0
        while !scene.see().isEmpty { held += 1 }
        #expect(held == seen - 1)
    }

    @Test func betweenLooksAFaceSeenOnceIsCarriedOn() {
        var scene = Scene()
        scene.see(face(100, 100))
        #expect(scene.skip().map(\.state) == [.predicted])
        #expect(scene.see().isEmpty)
    }

    @Test func nothingIsHeldUnderAnObservedFace() {
        var scene = Scene()
        scene.see(face(200, 200), face(400, 200), forSeconds: 1)
        #expect(scene.see(face(205, 200)).map(\.faceID) == [1, 2])
        for step in 1...8 { scene.see(face(200 + 20 * Double(step), 200)) }
        #expect(scene.see(face(380, 200)).map(\.faceID) == [1])
        #expect(scene.skip().map(\.faceID) == [1])
    }

    @Test func atTheEdgeAFaceIsShownOnlyWhileItLeaves() {
        var scene = Scene()
        for step in 0..<20 { scene.see(face(480 + 6 * Double(step), 200)) }
        let leaving = scene.see()
        #expect(leaving.map(\.state) == [.predicted])
        #expect(leaving[0].bounds.center.x > 598)
        var frames = 0
        while !scene.see().isEmpty { frames += 1 }
        #expect(frames < 8)
    }

    @Test func atTheEdgeAFaceThatStaysThereIsNotHeld() {
        var scene = Scene()
        scene.see(face(620, 200), forSeconds: 1)
        #expect(scene.see().isEmpty)
    }

    @Test func aFaceThatWentBehindSomethingIsNotShownThere() {
        var scene = Scene()
        scene.see(face(300, 200), forSeconds: 1)
        for step in 1...6 {
            var part = face(300, 200)
            part.bounds.width -= 6 * Double(step)
            scene.see(part)
        }
        #expect(scene.see().isEmpty)
        #expect(scene.see(face(300, 200)).map(\.faceID) == [1])
    }

    /// The box of a head that turns to the side becomes narrower, as that of one that goes behind something.
    @Test(arguments: [nil, 72.0])
    func aFaceThatTurnedToTheSideIsHeld(lastYaw: Double?) {
        var scene = Scene()
        scene.see(face(300, 200), forSeconds: 1)
        for step in 1...96 {
            var turned = face(300, 200)
            turned.bounds.width *= cos(0.75 * Double(step) * .pi / 180)
            turned.yawAngle = step < 96 ? 0.75 * Double(step) : lastYaw
            scene.see(turned)
        }
        #expect(scene.see().map(\.state) == [.predicted])
    }

    @Test func aFaceThatMovesIsNotHeldWhereItWas() {
        var scene = Scene()
        for step in 0..<25 { scene.see(face(100 + 12 * Double(step), 200)) }
        #expect(scene.see().map(\.state) == [.predicted])
        #expect(scene.see(forSeconds: 0.4).isEmpty)
    }
}
