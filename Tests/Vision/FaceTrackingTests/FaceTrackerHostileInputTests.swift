// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import TestSupport
import Testing

@Suite struct FaceTrackerHostileInputTests {
    @Test func followsFacesInAStreamWhoseClockStandsStill() {
        var tracker = FaceTracker()
        for step in 0..<50 {
            let faces = tracker.update(
                with: [face(100 + 6 * Double(step), 200)], at: .zero, imageSize: Scene.image)
            #expect(faces.map(\.faceID) == [1])
        }
    }

    @Test func followsFacesWhenTimeJumpsBack() {
        var scene = Scene()
        scene.see(face(300, 200), forSeconds: 1)
        scene.seconds = -5000
        #expect(scene.see(face(302, 200)).map(\.faceID) == [1])
        #expect(scene.see().map(\.ageNanoseconds) == [40_000_000])
    }

    @Test func losesAllFacesWhenTimeJumpsAhead() {
        var scene = Scene()
        scene.see(face(300, 200), forSeconds: 1)
        scene.seconds += 10
        #expect(scene.see(face(300, 200)).map(\.faceID) == [2])
        #expect(scene.lost == [1])
    }

    @Test func endsOfTimeAreNoTrap() {
        var tracker = FaceTracker()
        let times = [Int64.min, .max, .min, 0, .max, .max]
        for value in times {
            let time = MediaTime(value: value, timescale: 1)
            _ = tracker.hints(at: time)
            let faces = tracker.update(
                with: [face(100, 100)], at: time, imageSize: Scene.image)
            #expect(faces.count == 1)
        }
    }

    @Test(arguments: [
        Rect(x: .nan, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: .nan, height: 10),
        Rect(x: 0, y: -.infinity, width: 10, height: 10),
        Rect(x: 0, y: 0, width: .infinity, height: 10), Rect(x: 9, y: 9, width: 0, height: 10),
        Rect(x: 90, y: 9, width: -40, height: 10), Rect(x: 900, y: 9, width: 40, height: 40),
        Rect(x: 0, y: 0, width: 1e300, height: 1e300),
    ])
    func ignoresBoxesThatCannotBeFaces(bounds: Rect) {
        var scene = Scene()
        scene.see(face(300, 200))
        let faces = scene.see(face(300, 200), DetectedFace(bounds: bounds, confidence: 0.9))
        #expect(faces.map(\.faceID) == [1])
    }

    @Test func ignoresConfidencesAndAnglesThatAreNoNumbers() {
        var scene = Scene()
        #expect(scene.see(face(300, 200, confidence: .nan)).isEmpty)
        #expect(scene.see(face(300, 200, confidence: -1)).isEmpty)
        let faces = scene.see(face(300, 200, confidence: 1.5, roll: .infinity))
        #expect(faces.map(\.confidence) == [1])
        #expect(faces.map(\.rollAngle) == [nil])
    }

    @Test(
        arguments: [
            (-1, nil), (0, nil), (-0.0, nil), (.nan, nil), (-.infinity, nil), (3, 3), (1e300, 180),
            (.infinity, 180),
        ] as [(Double, Double?)])
    func tellsStandardErrorsOfAnglesThatAreSome(sigma: Double, told: Double?) {
        var detection = face(300, 200, roll: 4)
        (detection.yawAngle, detection.pitchAngle) = (5, 6)
        (detection.rollSigma, detection.yawSigma, detection.pitchSigma) = (sigma, sigma, sigma)
        var scene = Scene()
        let seen = scene.see(detection)
        #expect(seen.map(\.rollSigma) == [told])
        #expect(seen.map(\.yawSigma) == [told])
        #expect(seen.map(\.pitchSigma) == [told])
    }

    @Test func keepsToItsMostFacesInAFloodOfDetections() {
        var numbers = SeededNumbers(seed: 9)
        var configuration = FaceTracker.Configuration()
        configuration.maximumFaceCount = 16
        var scene = Scene(configuration)
        for _ in 0..<5 {
            let faces = scene.see(
                (0..<3000).map { _ in
                    face(numbers.nextUnit() * 640, numbers.nextUnit() * 480, scale: 0.05)
                })
            #expect(faces.count <= 16)
        }
        configuration.maximumFaceCount = -1
        scene = Scene(configuration)
        #expect(scene.see(face(100, 100)).isEmpty)
    }

    /// 300 faces in rows, each seen twice: the second box of a face does not take the place of another face.
    @Test func aCrowdIsFollowedAsAWhole() {
        var scene = Scene()
        let crowd = (0..<300).flatMap { number in
            let (row, column) = number.quotientAndRemainder(dividingBy: 20)
            let place = (x: 20 + 30 * Double(column), y: 20 + 30 * Double(row))
            return [0, 1.0].map { face(place.x + $0, place.y, scale: 0.2) }
        }
        for _ in 0..<3 {
            #expect(scene.see(crowd).map(\.faceID) == Array(1...300))
            #expect(!scene.tracker.leavesOutFaces)
        }
    }

    @Test func facesThatAreSeenCountMoreThanThoseOutOfSight() {
        var configuration = FaceTracker.Configuration()
        configuration.maximumFaceCount = 2
        var scene = Scene(configuration)
        #expect(scene.see(face(100, 100), face(300, 100)).map(\.faceID) == [1, 2])
        scene.see(face(300, 100))
        #expect(scene.see(face(300, 100), face(500, 300)).map(\.faceID).contains(3))
        #expect(scene.lost == [1] && !scene.tracker.leavesOutFaces)
        scene.see(face(100, 400), face(300, 100), face(500, 300))
        #expect(scene.tracker.leavesOutFaces)
    }

    @Test func anImageWithoutExtentHoldsNoFaces() {
        var tracker = FaceTracker()
        for size in [Size(width: 0, height: 0), Size(width: .nan, height: -3)] {
            let faces = tracker.update(with: [face(10, 10)], at: .zero, imageSize: size)
            #expect(faces.isEmpty)
        }
    }
}
