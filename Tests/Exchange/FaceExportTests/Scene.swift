// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceStream
import FaceValues

/// Six frames with none, one and two faces, one of them skipped, one dropped, one after a gap.
struct Scene {
    var info = Scene.info(named: "talk.mp4")
    var observations = Scene.frames
    var displayedFromStored = CoordinateTransform.identity
    /// What is not in the frames, by the index of the frame that it comes after.
    var events: [Int: [StreamEvent]] = [:]

    /// The whole file.
    func export(_ format: FaceExportFormat, reason: String = "end_of_stream") throws -> [UInt8] {
        var exporter = try format.makeExporter(info)
        var bytes = exporter.begin()
        for (index, observation) in observations.enumerated() {
            bytes += exporter.append(observation, displayedFromStored: displayedFromStored)
            for event in events[index] ?? [] { bytes += exporter.append(event) }
        }
        return bytes + exporter.finish(reason: reason)
    }

    /// The whole file as text.
    func text(_ format: FaceExportFormat) throws -> String {
        String(decoding: try export(format), as: UTF8.self)
    }

    static func info(named name: String) -> FaceExportFormat.Info {
        var info = FaceExportFormat.Info(
            version: "0.1.0", sourceKind: "file", sourceName: name,
            videoSize: Size(width: 1280, height: 720))
        info.frameRate = 30
        info.includesLandmarks = true
        info.detectorName = "haar"
        return info
    }

    static func observation(
        _ frame: Int, _ ticks: Int64, _ outcome: FrameLedger.Outcome = .analysed,
        scan: FaceObservation.Scan? = nil, faces: [MetadataFaceObject] = [], found: [Int] = [],
        lost: [Int] = []
    ) -> FaceObservation {
        FaceObservation(
            frame: FrameID(frame), presentationTime: MediaTime(value: ticks, timescale: 30000),
            captureNanoseconds: 0, outcome: outcome, scan: scan, faces: faces, foundFaceIDs: found,
            lostFaceIDs: lost)
    }

    static func face(
        _ id: Int, x: Double, y: Double = 0.25, state: MetadataFaceObject.State = .observed
    ) -> MetadataFaceObject {
        MetadataFaceObject(
            faceID: id, bounds: Rect(x: x, y: y, width: 0.125, height: 0.25), confidence: 0.875,
            state: state, ageNanoseconds: state == .observed ? 0 : 33_366_667)
    }

    static var turnedFace: MetadataFaceObject {
        var face = face(1, x: 0.25)
        face.rollAngle = -3.25
        face.yawAngle = 14
        face.pitchAngle = 45
        face.distance = 0.8125
        face.captureQuality = 0.6875
        face.landmarks = FaceLandmarks(
            leftEye: Point(x: 0.28125, y: 0.3125), rightEye: Point(x: 0.34375, y: 0.3125),
            nose: Point(x: 0.3125, y: 0.375), leftMouth: Point(x: 0.28125, y: 0.4375),
            rightMouth: Point(x: 0.34375, y: 0.4375))
        return face
    }

    static let frames = [
        observation(0, 0, scan: .full),
        observation(1, 1001, faces: [turnedFace], found: [1]),
        observation(
            2, 2002, .skipped(.interval), faces: [face(1, x: 0.2578125, state: .predicted)]),
        observation(
            3, 4004, faces: [face(1, x: 0.265625), face(2, x: 0.9375, y: -0.125)], found: [2]),
        observation(
            4, 5005, scan: FaceObservation.Scan(age: 3), faces: [face(2, x: 0.9375, y: 0)],
            lost: [1]),
        observation(5, 6006, .dropped(.corruptData)),
    ]
}
