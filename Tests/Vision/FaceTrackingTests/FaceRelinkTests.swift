// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import TestSupport
import Testing

@Suite struct FaceRelinkTests {
    private var relinking: FaceTracker.Configuration {
        var configuration = FaceTracker.Configuration()
        configuration.relinkNanoseconds = 60_000_000_000
        return configuration
    }

    @Test func tellsOnceWhoIsBack() {
        var scene = Scene(relinking)
        scene.see(dressed(100, 200, as: 0), dressed(300, 200, as: 1), forSeconds: 2)
        scene.see(dressed(100, 200, as: 0), forSeconds: 5)
        scene.see(dressed(100, 200, as: 0), dressed(500, 300, as: 1), forSeconds: 3)
        #expect(scene.found == [1, 2, 3] && scene.lost == [2])
        #expect(scene.renamed == [FaceRename(from: 3, to: 2)])
    }

    @Test func namesTheFirstIDOfSomebodyWhoCameBackTwice() {
        var scene = Scene(relinking)
        for _ in 0..<3 {
            scene.see(dressed(100, 200, as: 0), forSeconds: 2)
            scene.see(forSeconds: 5)
        }
        #expect(scene.renamed == [FaceRename(from: 2, to: 1), FaceRename(from: 3, to: 1)])
    }

    @Test func saysNothingOfStrangersOfTwinsAndAfterAMinute() {
        var scene = Scene(relinking)
        scene.see(dressed(100, 200, as: 0), dressed(300, 200, as: 0), forSeconds: 2)
        scene.see(forSeconds: 5)
        scene.see(dressed(100, 200, as: 1), forSeconds: 2)
        scene.see(dressed(100, 200, as: 1), dressed(400, 200, as: 0), forSeconds: 2)
        scene.see(forSeconds: 61)
        scene.see(dressed(100, 200, as: 1), forSeconds: 2)
        #expect(scene.found == [1, 2, 3, 4, 5] && scene.renamed.isEmpty)
    }

    @Test func findsWhoIsThereStillAfterAnInterruption() {
        var scene = Scene(relinking)
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        scene.tracker.reset()
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        #expect(scene.found == [1, 2])
        #expect(scene.renamed == [FaceRename(from: 2, to: 1)])
    }

    @Test(arguments: [(40.0, true), (3600.0, false)])
    func findsWhoIsThereAfterAnInterruptionOfUpToAMinute(seconds: Double, isFound: Bool) {
        var scene = Scene(relinking)
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        scene.tracker.reset()
        scene.seconds += seconds
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        #expect(scene.found == [1, 2])
        #expect(scene.renamed == (isFound ? [FaceRename(from: 2, to: 1)] : []))
    }

    @Test(arguments: [(10.0, true), (3600.0, false)])
    func anInterruptionCountsForWhoWasLostBeforeIt(seconds: Double, isFound: Bool) {
        var scene = Scene(relinking)
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        scene.see(forSeconds: 20)
        scene.tracker.reset()
        scene.seconds += seconds
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        #expect(scene.found == [1, 2] && scene.lost == [1])
        #expect(scene.renamed == (isFound ? [FaceRename(from: 2, to: 1)] : []))
    }

    /// Too far away to be taken for who is not seen any more, whose id is lost a second later.
    @Test func findsWhoIsBackElsewhereBeforeTheyAreLost() {
        var scene = Scene(relinking)
        scene.see(dressed(100, 120, as: 0), forSeconds: 2)
        scene.see(forSeconds: 0.6)
        scene.see(dressed(500, 360, as: 0), forSeconds: 0.8)
        #expect(scene.found == [1, 2] && scene.lost.isEmpty && scene.renamed.isEmpty)
        scene.see(dressed(500, 360, as: 0), forSeconds: 1)
        #expect(scene.found == [1, 2] && scene.lost == [1])
        #expect(scene.renamed == [FaceRename(from: 2, to: 1)])
    }

    /// Their colors are known before they have an id.
    @Test func findsWhoIsBackInFramesThatComeFast() {
        var scene = Scene(relinking, framesPerSecond: 240)
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        scene.see(forSeconds: 5)
        var unsure = dressed(100, 200, as: 0)
        unsure.confidence = 0.7
        scene.see(unsure, forSeconds: 1)
        #expect(scene.found == [1, 2])
        #expect(scene.renamed == [FaceRename(from: 2, to: 1)])
    }

    @Test func isOffAtFirst() {
        var scene = Scene()
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        scene.see(forSeconds: 5)
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        #expect(scene.found == [1, 2] && scene.renamed.isEmpty)
    }

    /// Both are dressed alike; the colors of one are known well enough only once the other has gone.
    @Test func takesNobodyForWhoWasSeenBesideThem() {
        var scene = Scene(relinking)
        scene.see(dressed(100, 200, as: 0), forSeconds: 2)
        for look in 0..<40 {
            let other = dressed(400, 200, as: 0)
            if look < 10 { scene.see(dressed(100, 200, as: 0), other) } else { scene.see(other) }
            for _ in 0..<9 { scene.skip() }
        }
        #expect(scene.found == [1, 2] && scene.lost == [1] && scene.renamed.isEmpty)
    }
}
