// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The ground truth of MOTChallenge as CVAT ("MOT 1.1") and datumaro (`mot_seq`) read it: a ZIP archive with
/// `gt/labels.txt` and `gt/gt.txt`, whose rows are
/// `frame,track,left,top,width,height,not_ignored,class_id,visibility`.
///
/// A face that was not observed is to be ignored and has a visibility of 0: CVAT's "occluded".
struct MOTTruthExporter: FaceExporter {
    private let info: FaceExportFormat.Info
    private var archive = ZIPWriter()

    init(_ info: FaceExportFormat.Info) { self.info = info }

    mutating func begin() -> [UInt8] {
        archive.beginFile("gt/labels.txt")
        archive.append(Array("face\n".utf8))
        archive.endFile()
        archive.beginFile("gt/gt.txt")
        return archive.takeBytes()
    }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        var row = RowWriter()
        for face in observation.faces {
            guard let box = info.pixelBox(of: displayedFromStored.apply(face)) else { continue }
            let isObserved = face.state == .observed
            row.motFields(observation.frame, face, box)
            row.field(isObserved ? 1 : 0)
            // The first label.
            row.field(1)
            row.field(isObserved ? 1 : 0)
            row.endRow()
        }
        archive.append(row.bytes)
        return archive.takeBytes()
    }

    mutating func finish(reason: String) -> [UInt8] {
        archive.endFile()
        archive.finish()
        return archive.takeBytes()
    }
}
