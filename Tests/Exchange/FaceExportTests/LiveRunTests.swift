// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceValues
import Foundation
import TestSupport
import Testing

@Suite struct LiveRunTests {
    /// The observations behind the lines of a run, as far as lines tell them.
    static func observations(in records: [[String: Any]]) throws -> [FaceObservation] {
        let frames = try records.indices.filter { records[$0]["type"] as? String == "faces" }
            .map { index in
                let record = records[index]
                let events = records[(index + 1)...].prefix { $0["type"] as? String == "event" }
                func ids(_ event: String) -> [Int] {
                    events.filter { $0["event"] as? String == event }
                        .compactMap { $0["id"] as? Int }
                }
                let isAnalysed = record["analysed"] as? Bool == true
                return FaceObservation(
                    frame: FrameID(try #require(record["frame"] as? Int)),
                    presentationTime: MediaTime(
                        seconds: try #require(record["pts"] as? Double),
                        preferredTimescale: 1_000_000),
                    captureNanoseconds: 0, outcome: isAnalysed ? .analysed : .skipped(.interval),
                    scan: (record["scan_age"] as? Int).map(FaceObservation.Scan.init),
                    isCut: events.contains { $0["event"] as? String == "cut" },
                    faces: try #require(record["faces"] as? [[String: Any]]).map(face),
                    foundFaceIDs: ids("face_found"), lostFaceIDs: ids("face_lost"))
            }
        return frames
    }

    static func face(_ record: [String: Any]) throws -> MetadataFaceObject {
        let bounds = try #require(record["bounds"] as? [String: Double])
        let state = try #require(record["state"] as? String)
        let age = try #require(record["age_ms"] as? Double)
        return MetadataFaceObject(
            faceID: try #require(record["id"] as? Int),
            bounds: Rect(
                x: try #require(bounds["x"]), y: try #require(bounds["y"]),
                width: try #require(bounds["width"]), height: try #require(bounds["height"])),
            rollAngle: record["roll"] as? Double, yawAngle: record["yaw"] as? Double,
            pitchAngle: record["pitch"] as? Double,
            confidence: try #require(record["confidence"] as? Double),
            captureQuality: record["capture_quality"] as? Double,
            state: try #require(MetadataFaceObject.State(rawValue: state)),
            ageNanoseconds: Int64((age * 1e6).rounded()))
    }

    @Test func whatALiveRunSawIsExportedAsItsOwnBytes() async throws {
        let run = try await CommandRunner.run([
            "live", "--json", "--no-clock", "--detector", "haar", "--detect-every", "2",
            "--source",
            "synthetic:size=320x240,motion=enter-leave,faces=1,fps=5,frames=50,pace=fast",
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        let records = try JSONLines.parse(run.output)
        let session = try #require(records.first)
        let source = try #require(session["source"] as? [String: String])
        let video = try #require(session["video"] as? [String: Double])
        var scene = Scene()
        scene.info = FaceExportFormat.Info(
            version: try #require(session["version"] as? String),
            sourceKind: try #require(source["kind"]), sourceName: try #require(source["name"]),
            videoSize: Size(width: 320, height: 240))
        scene.info.frameRate = video["frame_rate"]
        scene.info.detectorName = "haar"
        scene.observations = try Self.observations(in: records)
        #expect(run.output.contains("face_found") && run.output.contains("face_lost"))
        let reason = try #require(records.last?["reason"] as? String)
        #expect(
            String(decoding: try scene.export(.jsonl, reason: reason), as: UTF8.self) == run.output)
    }
}
