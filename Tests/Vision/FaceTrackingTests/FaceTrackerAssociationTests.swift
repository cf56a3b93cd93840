// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import TestSupport
import Testing

@Suite struct FaceTrackerAssociationTests {
    @Test(arguments: [40.0, 60, 90])
    func followsAFaceThatJumps(pixels: Double) {
        var numbers = SeededNumbers.fresh()
        var scene = Scene(framesPerSecond: 30)
        var (x, y) = (320.0, 240.0)
        for _ in 0..<90 {
            let turn = numbers.nextUnit() < 0.5
            let sign = numbers.nextUnit() < 0.5 ? 1.0 : -1
            if turn { x = 320 + sign * pixels / 2 } else { y = 240 + sign * pixels / 2 }
            let faces = scene.see(dressed(x, y, as: 0))
            #expect(faces.map(\.state) == [.observed])
        }
        #expect(scene.found == [1])
    }

    @Test(arguments: [8.0, 15])
    func knowsTwoPeopleWhoCrossWhileNobodySeesThem(speed: Double) {
        var scene = Scene(framesPerSecond: 30)
        var last: [MetadataFaceObject] = []
        for step in 0..<40 {
            let way = speed * Double(step - 20)
            let isHidden = (15..<24).contains(step)
            last = scene.see(
                isHidden ? [] : [dressed(320 + way, 240, as: 0), dressed(320 - way, 236, as: 1)])
        }
        #expect(scene.found == [1, 2])
        #expect(last.first?.bounds.center.x ?? 0 > 320)
    }

    @Test func knowsSomebodyWhoTurnsBackBehindAnother() {
        var scene = Scene(framesPerSecond: 30)
        var last: [MetadataFaceObject] = []
        for step in 0..<60 {
            let x = 480 - 6 * Double(step < 30 ? step : 60 - step)
            let isHidden = abs(x - 320) < 50
            last = scene.see(
                [dressed(320, 240, as: 0)] + (isHidden ? [] : [dressed(x, 236, as: 1)]))
        }
        #expect(scene.found == [1, 2])
        #expect(last.map { $0.bounds.center.x > 400 } == [false, true])
    }

    @Test func somebodyElseInThePlaceOfALostFaceHasANewID() {
        var scene = Scene(framesPerSecond: 30)
        scene.see(dressed(320, 240, as: 0), forSeconds: 1)
        scene.see(forSeconds: 0.2)
        #expect(scene.see(dressed(324, 240, as: 1)).map(\.faceID) == [2])
        scene.see(dressed(324, 240, as: 1), forSeconds: 2)
        #expect(scene.lost == [1])
    }

    @Test func somebodyWhoLeansInFrontHasAnIDOfTheirOwn() {
        var scene = Scene(framesPerSecond: 30)
        for step in 0..<90 {
            let x = max(330, 700 - 14 * Double(step))
            let front = dressed(x, 260, as: 1, scale: 1.5)
            let isHidden = abs(x - 310) < 60
            let back = dressed(310, 240, as: 0)
            let faces = scene.see(isHidden ? [front] : [back, front])
            #expect(isHidden ? faces.map(\.faceID) == [2] : faces.first?.faceID == 1)
        }
        #expect(scene.found == [1, 2])
    }

    @Test func anUnsureDetectionTakesNoFaceFromASureOne() {
        var scene = Scene(framesPerSecond: 30)
        scene.see(face(320, 240), forSeconds: 1)
        let faces = scene.see(face(321, 240, confidence: 0.4), face(330, 240, confidence: 0.9))
        #expect(faces.map(\.faceID) == [1] && faces[0].confidence == 0.9)
        #expect(scene.see(face(330, 240, confidence: 0.4)).map(\.state) == [.observed])
    }

    @Test func aFlashMakesNobodySomebodyElse() {
        var scene = Scene(framesPerSecond: 30)
        for step in 0..<60 {
            let faces = [dressed(200, 240, as: 0), dressed(420, 240, as: 1)]
            scene.see(step % 13 == 4 ? faces.map(lit) : faces)
        }
        #expect(scene.found == [1, 2] && scene.lost.isEmpty)
    }

    @Test func whoKeepsPlaceAndShapesInAnotherLightIsNobodyElse() {
        var scene = Scene(framesPerSecond: 30)
        scene.see(dressed(320, 240, as: 0), forSeconds: 1)
        var face = dressed(322, 240, as: 1)
        face.hasKnownShapes = true
        #expect(scene.see(face).map(\.faceID) == [1])
        // Its colors in that light are known from then on.
        scene.see(forSeconds: 0.2)
        #expect(scene.see(dressed(324, 240, as: 1)).map(\.faceID) == [1])
        // The light before comes back.
        scene.see(dressed(322, 240, as: 0), dressed(500, 240, as: 2))
        #expect(scene.found == [1, 2])
    }

    /// One has been away for too long in the very frame in which the other becomes somebody else.
    @Test func whoIsLostInAFrameIsToldByAscendingID() {
        func scene(replacingAfter count: Int) -> Scene {
            var scene = Scene(framesPerSecond: 30)
            for _ in 0..<30 { scene.see(face(320, 240), face(500, 240)) }
            for _ in 0..<count { scene.see(face(320, 240)) }
            var other = face(321, 240)
            other.replacesAnother = true
            scene.see(other)
            return scene
        }
        let orders = (0..<90).map { scene(replacingAfter: $0) }.filter { scene in
            scene.tracker.events.count { if case .lost = $0 { true } else { false } } == 2
        }
        #expect(orders.count == 1 && orders.allSatisfy { $0.lost == [1, 2] })
    }

    @Test func whoReplacesAnotherInItsPlaceHasAnIDAtOnce() {
        var scene = Scene(framesPerSecond: 30)
        for _ in 0..<30 { scene.see(face(320, 240), face(500, 240)) }
        var other = face(321, 240)
        other.replacesAnother = true
        #expect(scene.see(other, face(500, 240)).map(\.faceID) == [2, 3])
        #expect(scene.lost == [1])
        #expect(scene.see(face(322, 240), face(500, 240)).map(\.faceID) == [2, 3])
        // Where nobody was before, nobody is lost.
        other.bounds.x = 60
        scene.see(face(322, 240), face(500, 240), other)
        #expect(scene.lost == [1])
    }

    @Test func afterADarkFrameWithAnIDOfItsOwnAFaceHasTheOneBefore() {
        var scene = Scene(framesPerSecond: 30)
        for step in 0..<40 {
            var face = dressed(320, 240, as: step % 10 == 9 ? 1 : 0)
            face.hasKnownShapes = step % 10 != 9
            let ids = scene.see(face).filter { $0.state == .observed }.map(\.faceID)
            #expect(ids == [step % 10 == 9 ? 2 : 1])
        }
        #expect(scene.found == [1, 2])
    }

    @Test func otherColorsOfUnknownShapesOrElsewhereAreSomebodyElse() {
        for (x, hasKnownShapes) in [(322.0, false), (370, true)] {
            var scene = Scene(framesPerSecond: 30)
            scene.see(dressed(320, 240, as: 0), forSeconds: 1)
            var face = dressed(x, 240, as: 1)
            face.hasKnownShapes = hasKnownShapes
            scene.see(face)
            #expect(scene.found == [1, 2])
        }
    }

    @Test func whoComesBackInThePlaceWithTheSameShapesIsTheSameInTheDark() {
        var scene = Scene(framesPerSecond: 30)
        scene.see(dressed(320, 240, as: 0), forSeconds: 1)
        scene.see(forSeconds: 0.6)
        var face = dressed(322, 240, as: 1)
        face.hasKnownShapes = true
        #expect(scene.see(face).map(\.faceID) == [1])
        #expect(scene.found == [1])
    }

    @Test func whoPassesSlowlyInFrontOfAnotherKeepsTheID() {
        var scene = Scene(framesPerSecond: 30)
        for step in 0..<120 {
            let way = 2 * Double(step - 60)
            let (back, front) = (dressed(320 + way, 240, as: 0), dressed(320 - way, 236, as: 1))
            // One box is found while they overlap: first around both, then of who is in front.
            var both = front
            both.bounds.x = 320 - 44
            both.bounds.width = 88
            let isHidden = abs(way) < 30
            scene.see(isHidden ? [step < 50 ? both : front] : [back, front])
        }
        let last = scene.see(dressed(440, 240, as: 0), dressed(200, 236, as: 1))
        #expect(scene.found == [1, 2])
        #expect(last.map { $0.bounds.center.x > 320 } == [true, false])
    }

    /// The face in such a light that it is white.
    private func lit(_ face: DetectedFace) -> DetectedFace {
        var result = face
        let (chroma, count) = (FaceAppearance.chromaCount, FaceAppearance.regionCount)
        var head = Array((face.appearance?.shares ?? []).prefix(count))
        for bin in chroma..<count { head[bin] = bin == count - 1 ? 1 : 0 }
        let torso = zip(face.appearance?.shares.suffix(count) ?? [], 0...).map { share, bin in
            bin < chroma ? share : bin == count - 1 ? 1 : 0
        }
        result.appearance = FaceAppearance(head: head, torso: torso)
        return result
    }

    @Test func facesStayWhoTheyAreWhileTheCameraMoves() {
        var tracker = FaceTracker()
        var found = 0
        for step in 0..<60 {
            let way = Double(step % 20 < 10 ? step % 20 : 20 - step % 20) * 30
            let motion = step == 0 ? 0 : step % 20 > 0 && step % 20 <= 10 ? 30.0 : -30
            let hidden = step % 7 < 3 ? step % 4 : 9
            let faces = (0..<4).filter { $0 != hidden }.map {
                face(60 + 90 * Double($0) + way, 240, scale: 0.5)
            }
            _ = tracker.update(
                with: faces, at: MediaTime(seconds: Double(step) / 30, preferredTimescale: 90_000),
                imageSize: Scene.image, isCut: false, cameraMotion: Point(x: motion, y: 0))
            for case .found in tracker.events { found += 1 }
        }
        #expect(found == 4)
    }

    @Test func whatComesOutFromBehindSomethingIsTheFaceThatWentThere() {
        var scene = Scene(framesPerSecond: 30)
        for step in 0..<60 {
            // A wall from x = 300 to 400.
            let center = 220 + 5 * Double(step)
            let (left, right) = (center - 40, center + 40)
            let seen = left < 300 ? (left, min(right, 300)) : (max(left, 400), right)
            var box = face(center, 240)
            box.bounds.x = seen.0
            box.bounds.width = seen.1 - seen.0
            scene.see(box.bounds.width >= 35 ? [box] : [])
        }
        #expect(scene.found == [1])
    }
}
