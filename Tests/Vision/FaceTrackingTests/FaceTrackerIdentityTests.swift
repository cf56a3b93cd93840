// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import TestSupport
import Testing

@Suite struct FaceTrackerIdentityTests {
    @Test func namesFacesInTheFirstFrameHoweverUnsure() {
        var scene = Scene()
        let faces = scene.see(face(100, 100), face(400, 200, confidence: 0.4))
        #expect(faces.map(\.faceID) == [1, 2])
        #expect(scene.tracker.events == [.found(faceID: 1), .found(faceID: 2)])
        #expect(faces.allSatisfy { $0.state == .observed && $0.ageNanoseconds == 0 })
    }

    @Test func keepsIdsWhateverTheOrderOfDetections() {
        var scene = Scene()
        scene.see(face(100, 100), face(400, 200))
        let faces = scene.see(face(402, 201), face(101, 99))
        #expect(faces.map(\.faceID) == [1, 2])
        #expect(faces[0].bounds.center.x < 200)
        #expect(scene.tracker.events.isEmpty)
    }

    @Test func survivesMissedDetections() {
        var scene = Scene()
        for step in 0..<50 {
            scene.see(step % 5 < 2 ? [face(100 + 4 * Double(step), 200)] : [])
        }
        #expect(scene.found == [1])
    }

    @Test func survivesAnOcclusionOfASecond() {
        var scene = Scene()
        scene.see(face(300, 200), forSeconds: 1)
        scene.see(forSeconds: 1)
        scene.see(face(310, 205), forSeconds: 0.2)
        #expect(scene.found == [1] && scene.lost.isEmpty)
    }

    @Test func namesAFaceAgainThatWasGoneForTwoSeconds() {
        var scene = Scene()
        scene.see(face(300, 200), forSeconds: 1)
        scene.see(forSeconds: 2)
        #expect(scene.lost == [1])
        #expect(scene.see(face(300, 200)).map(\.faceID) == [2])
    }

    @Test(arguments: [30.0, 10, 5])
    func keepsIdsWhenFacesPassBehindEachOther(framesPerSecond: Double) {
        var scene = Scene(framesPerSecond: framesPerSecond)
        var first: [MetadataFaceObject] = []
        var last: [MetadataFaceObject] = []
        let frames = Int(3 * framesPerSecond)
        for step in 0...frames {
            let way = 400 * Double(step) / Double(frames)
            let front = face(120 + way, 240)
            let behind = face(520 - way, 230, scale: 0.9)
            let isHidden = front.bounds.intersectionOverUnion(behind.bounds) > 0.2
            last = scene.see(isHidden ? [front] : [front, behind])
            if step == 0 { first = last }
        }
        #expect(scene.found == [1, 2])
        #expect(first[0].bounds.center.x < first[1].bounds.center.x)
        #expect(last[0].bounds.center.x > last[1].bounds.center.x)
    }

    @Test func givesUpSoonerOnAFaceThatLeavesAtTheEdge() {
        var scene = Scene()
        scene.see(face(500, 200))
        for step in 0..<17 { scene.see(face(500 + 8 * Double(step), 200)) }
        scene.see(forSeconds: 0.6)
        #expect(scene.lost == [1])
        scene.see(face(620, 200))
        #expect(scene.found == [1, 2])
    }

    @Test func wastesNoIdOnAFlicker() {
        var scene = Scene()
        scene.see(face(100, 100))
        for step in 0..<60 {
            let flicker = face(400, 300, confidence: 0.62)
            scene.see(step % 6 < 2 ? [face(100, 100), flicker] : [face(100, 100)])
        }
        #expect(scene.found == [1])
    }

    @Test func namesAnUnsureFaceThatStays() {
        var scene = Scene()
        scene.see(face(100, 100))
        scene.see(face(100, 100), face(400, 300, confidence: 0.62), forSeconds: 0.2)
        #expect(scene.found == [1, 2])
    }

    @Test func takesTwoDetectionsOfOneFaceForOne() {
        var scene = Scene()
        for _ in 0..<20 {
            scene.see(
                face(200, 200), face(206, 204, confidence: 0.8),
                face(205, 215, scale: 0.5, confidence: 0.85))
        }
        #expect(scene.found == [1])
    }

    @Test func isNotShakenByJitterAndLosses() {
        var numbers = SeededNumbers(seed: 11)
        var scene = Scene()
        let centers = [(120.0, 120.0), (240, 130), (360, 125), (250, 330)]
        scene.see(centers.map { face($0.0, $0.1) })
        for _ in 0..<200 {
            scene.see(
                centers.compactMap { x, y in
                    let moved = face(x + 4 * numbers.nextNormal(), y + 4 * numbers.nextNormal())
                    return numbers.nextUnit() < 0.3 ? nil : moved
                })
        }
        #expect(scene.found == [1, 2, 3, 4] && scene.lost.isEmpty)
    }

    @Test func keepsIdsThroughAStretchWithoutAnalysis() {
        var scene = Scene()
        scene.see(face(300, 200), forSeconds: 0.4)
        for _ in 0..<75 { scene.skip() }
        #expect(scene.see(face(310, 200)).map(\.faceID) == [1])
    }

    @Test func neverUsesAnIdAgainAfterAReset() {
        var scene = Scene()
        scene.see(face(100, 100), face(400, 100))
        scene.tracker.reset()
        #expect(scene.tracker.events == [.lost(faceID: 1), .lost(faceID: 2)])
        #expect(scene.skip().isEmpty)
        #expect(scene.see(face(100, 100, confidence: 0.5)).map(\.faceID) == [3])
    }
}
