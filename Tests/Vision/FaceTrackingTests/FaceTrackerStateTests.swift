// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import TestSupport
import Testing

@Suite struct FaceTrackerStateTests {
    @Test func predictsThenHoldsThenLosesAFaceThatIsNotSeen() throws {
        var scene = Scene()
        for step in 0..<25 { scene.see(face(100 + 2 * Double(step), 200, roll: 5)) }
        let seen = try #require(scene.see(face(150, 200, roll: 5)).first)

        let predicted = try #require(scene.see().first)
        #expect(predicted.state == .predicted)
        #expect(predicted.ageNanoseconds == 40_000_000)
        #expect(predicted.bounds.x > seen.bounds.x + 1)
        #expect(predicted.landmarks == nil && predicted.confidence == 0.9)
        #expect(predicted.rollAngle != nil)

        let held = try #require(scene.see(forSeconds: 0.4).first)
        #expect(held.state == .held && held.bounds == seen.bounds)

        #expect(scene.see(forSeconds: 1.5).isEmpty)
        #expect(scene.lost == [1])
    }

    @Test func movesFacesOnInFramesThatAreNotAnalysed() throws {
        var scene = Scene()
        for step in 0..<20 {
            scene.see(face(100 + 12 * Double(step), 200))
            let between = try #require(scene.skip().first)
            #expect(between.state == .predicted && between.ageNanoseconds == 40_000_000)
            if step > 5 {
                #expect(abs(between.bounds.center.x - (106 + 12 * Double(step))) < 5)
            }
        }
        #expect(scene.found == [1])
    }

    @Test func foundAndLostAreToldOnce() {
        var scene = Scene()
        scene.see(face(100, 100), forSeconds: 1)
        scene.see(forSeconds: 3)
        #expect(scene.found == [1] && scene.lost == [1])
    }

    @Test func hintsWhereAFaceWillBeAndHowItIsTurned() throws {
        var scene = Scene()
        for step in 0..<25 { scene.see(face(100 + 6 * Double(step), 200, roll: 20)) }
        let hint = try #require(scene.tracker.hints(at: scene.time).first)
        #expect(abs(hint.bounds.center.x - 250) < 3)
        #expect(hint.rollAngle == 20)
        #expect(FaceTracker().hints(at: .zero).isEmpty)
    }

    @Test func reportsDetectionsUnchangedWithoutSmoothing() {
        var configuration = FaceTracker.Configuration()
        configuration.isSmoothingEnabled = false
        var scene = Scene(configuration)
        for step in 0..<10 {
            let input = face(100 + 3 * Double(step % 3), 200, roll: Double(step))
            let output = scene.see(input)
            #expect(output.map(\.bounds) == [input.bounds])
            #expect(output.map(\.rollAngle) == [input.rollAngle])
        }
    }

    @Test func givesTheSameFacesForTheSameFrames() {
        var numbers = SeededNumbers(seed: 5)
        let frames = (0..<60).map { _ in
            (0..<5).map { index in
                face(
                    100 + 90 * Double(index) + 20 * numbers.nextNormal(), 200,
                    confidence: numbers.nextUnit())
            }
        }
        var first = Scene()
        var second = Scene()
        for frame in frames { #expect(first.see(frame) == second.see(frame)) }
        #expect(first.found == second.found && first.lost == second.lost)
    }
}
