// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The first columns of OpenFace 2, up to the head's pose: one row a face, and one for each frame
/// without faces.
///
/// The place of the head in millimeters is not known, so its columns are there but empty.
/// See the page Output-Format of OpenFace's wiki.
struct OpenFaceExporter: FaceExporter {
    mutating func begin() -> [UInt8] {
        let header =
            "frame,face_id,timestamp,confidence,success,pose_Tx,pose_Ty,pose_Tz,pose_Rx,pose_Ry,"
            + "pose_Rz\n"
        return Array(header.utf8)
    }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        var row = RowWriter()
        for face in observation.faces {
            frameFields(observation, faceID: face.faceID, to: &row)
            row.field(face.confidence, decimals: 4)
            row.field(face.state == .observed ? 1 : 0)
            poseFields(displayedFromStored.apply(face), to: &row)
        }
        if observation.faces.isEmpty {
            frameFields(observation, faceID: 0, to: &row)
            row.field(0)
            row.field(0)
            row.emptyFields(6)
            row.endRow()
        }
        return row.bytes
    }

    mutating func finish(reason: String) -> [UInt8] { [] }

    private func frameFields(
        _ observation: FaceObservation, faceID: Int, to row: inout RowWriter
    ) {
        row.field(observation.frame.ordinal)
        row.field(faceID)
        row.field(observation.presentationTime)
    }

    /// OpenFace's axes point to the right, down and away from the camera, and its angles go from the
    /// first of the other two to the second: chin down, nose to the left edge and clockwise are
    /// positive.
    private func poseFields(_ face: MetadataFaceObject, to row: inout RowWriter) {
        row.emptyFields(3)
        for degrees in [face.pitchAngle.map { -$0 }, face.yawAngle, face.rollAngle] {
            row.field(degrees.map { $0 * .pi / 180 }, decimals: 4)
        }
        row.endRow()
    }
}
