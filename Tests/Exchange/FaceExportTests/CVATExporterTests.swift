// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceValues
import Testing

@Suite struct CVATExporterTests {
    /// Frame and "outside" of the boxes of a face that is seen in `frames`, one after the other.
    func boxes(seenIn frames: Set<Int>, of count: Int, frameCount: Int? = nil) throws -> [String] {
        var scene = Scene()
        scene.info.frameCount = frameCount
        scene.observations = (0..<count).map { frame in
            let faces = frames.contains(frame) ? [Scene.face(7, x: 0.5)] : []
            return Scene.observation(frame, Int64(frame), faces: faces)
        }
        return try boxes(in: scene)
    }

    func boxes(in scene: Scene) throws -> [String] {
        try scene.text(.cvat).split(separator: "\n").filter { $0.contains("<box ") }.map { line in
            let values = line.split(separator: "\"")
            return "\(values[1])\(values[3] == "1" ? " outside" : "")"
        }
    }

    @Test func aGapIsMarkedAsOutside() throws {
        #expect(
            try boxes(seenIn: [0, 1, 4], of: 7) == ["0", "1", "2 outside", "4", "5 outside"])
    }

    @Test func aFaceInTheLastFrameNeedsNoBoxThatTheTaskWouldNotHave() throws {
        #expect(try boxes(seenIn: [1, 2], of: 3) == ["1", "2"])
    }

    @Test func aFaceInTheLastFrameOfAPartEndsThere() throws {
        #expect(try boxes(seenIn: [1, 2], of: 3, frameCount: 9) == ["1", "2", "3 outside"])
    }

    @Test func aTrackHasOneBoxAFrameAndNeverGoesBack() throws {
        var scene = Scene()
        let faces = [Scene.face(1, x: 0.25), Scene.face(1, x: 0.5)]
        scene.observations = [3, 2, 4].map { Scene.observation($0, 0, faces: faces) }
        #expect(try boxes(in: scene) == ["3", "4"])
    }
}
