// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import Testing

@Suite struct FaceTrackerCutTests {
    @Test func anIDDoesNotOutliveACutWhoeverIsThereThen() {
        var scene = Scene()
        scene.see(face(100, 100), face(300, 100), forSeconds: 1)
        let after = scene.see([face(100, 100), face(400, 100)], isCut: true)
        #expect(scene.lost == [1, 2])
        #expect(after.map(\.faceID) == [3, 4])
        #expect(after.allSatisfy { $0.state == .observed })
    }

    @Test func facesThatWereNotSeenAtACutAreNotHeld() {
        var scene = Scene()
        scene.see(face(100, 100), forSeconds: 1)
        #expect(scene.see([], isCut: true).isEmpty)
        #expect(scene.lost == [1])
        #expect(scene.see().isEmpty && scene.lost == [1])
    }

    @Test func atACutUnsureFacesHaveIDsAtOnceAsInAFirstFrame() {
        var scene = Scene()
        scene.see(face(100, 100), forSeconds: 1)
        let unsure = DetectedFace(
            bounds: Rect(x: 300, y: 100, width: 60, height: 80), confidence: 0.66)
        #expect(scene.see([unsure], isCut: true).map(\.faceID) == [2])
    }
}
