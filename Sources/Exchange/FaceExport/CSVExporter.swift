// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Comma-separated values (RFC 4180) with everything that is known: one row a face, and one for each
/// frame without faces.
struct CSVExporter: FaceExporter {
    private static let faceColumns =
        [
            "id", "x", "y", "width", "height", "left_px", "top_px", "width_px", "height_px", "roll",
            "yaw", "pitch", "confidence", "state", "age_ms",
        ]
        + FaceLandmarks.names.flatMap { ["\($0)_x_px", "\($0)_y_px"] }
        + [
            "distance", "capture_quality", "roll_sigma", "yaw_sigma", "pitch_sigma",
            "pitch_relative", "left_eye_openness", "right_eye_openness", "mouth_openness",
        ]

    private let info: FaceExportFormat.Info

    init(_ info: FaceExportFormat.Info) { self.info = info }

    mutating func begin() -> [UInt8] {
        let columns =
            ["frame", "pts", "outcome", "reason"] + Self.faceColumns + ["scan", "scan_age"]
        return Array((columns.joined(separator: ",") + "\r\n").utf8)
    }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        var row = RowWriter(lineEnd: "\r\n")
        let faces: [MetadataFaceObject?] = observation.faces.isEmpty ? [nil] : observation.faces
        for face in faces {
            frameFields(observation, to: &row)
            if let face {
                faceFields(displayedFromStored.apply(face), to: &row)
            } else {
                row.emptyFields(Self.faceColumns.count)
            }
            scanFields(observation.scan, to: &row)
            row.endRow()
        }
        return row.bytes
    }

    mutating func finish(reason: String) -> [UInt8] { [] }

    private func frameFields(_ observation: FaceObservation, to row: inout RowWriter) {
        row.field(observation.frame.number)
        row.field(observation.presentationTime)
        switch observation.outcome {
        case .analysed:
            row.field("analysed")
            row.emptyFields(1)
        case .skipped(let reason):
            row.field("skipped")
            row.field(reason.description)
        case .dropped(let reason):
            row.field("dropped")
            row.field(reason.description)
        }
    }

    private func scanFields(_ scan: FaceObservation.Scan?, to row: inout RowWriter) {
        guard let scan else { return row.emptyFields(2) }
        row.field(scan.isFull ? "full" : "followed")
        row.field(scan.age)
    }

    private func faceFields(_ face: MetadataFaceObject, to row: inout RowWriter) {
        row.field(face.faceID)
        let pixels = face.bounds.scaled(x: info.videoSize.width, y: info.videoSize.height)
        for (bounds, decimals) in [(face.bounds, 7), (pixels, 2)] {
            row.field(bounds.x, decimals: decimals)
            row.field(bounds.y, decimals: decimals)
            row.field(bounds.width, decimals: decimals)
            row.field(bounds.height, decimals: decimals)
        }
        row.field(angle: face.rollAngle)
        row.field(angle: face.yawAngle)
        row.field(angle: face.pitchAngle)
        row.field(face.confidence, decimals: 4)
        row.field(face.state.rawValue)
        row.field(Double(face.ageNanoseconds) / 1e6, decimals: 3)
        if info.includesLandmarks, let landmarks = face.landmarks {
            for point in landmarks.points.map(info.pixels) {
                row.field(point.x, decimals: 2)
                row.field(point.y, decimals: 2)
            }
        } else {
            row.emptyFields(2 * FaceLandmarks.names.count)
        }
        row.field(face.distance, decimals: 4)
        row.field(face.captureQuality, decimals: 4)
        row.field(face.rollSigma, decimals: 4)
        row.field(face.yawSigma, decimals: 4)
        row.field(face.pitchSigma, decimals: 4)
        row.field(angle: face.relativePitchAngle)
        row.field(face.leftEyeOpenness, decimals: 4)
        row.field(face.rightEyeOpenness, decimals: 4)
        row.field(face.mouthOpenness, decimals: 4)
    }
}
