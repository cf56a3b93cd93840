// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The detections of MOTChallenge with ids: `frame,id,left,top,width,height,confidence,-1,-1,-1`.
///
/// Only faces that were observed are detections; a frame without any has no line.
struct MOTExporter: FaceExporter {
    private let info: FaceExportFormat.Info

    init(_ info: FaceExportFormat.Info) { self.info = info }

    mutating func begin() -> [UInt8] { [] }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        var row = RowWriter()
        for face in observation.faces where face.state == .observed {
            guard let box = info.pixelBox(of: displayedFromStored.apply(face)) else { continue }
            row.motFields(observation.frame, face, box)
            // -1 is what the format writes where a value is not given.
            row.field(face.confidence.flatMap { $0.isFinite ? $0 : nil } ?? -1, decimals: 4)
            for _ in 0..<3 { row.field(-1) }
            row.endRow()
        }
        return row.bytes
    }

    mutating func finish(reason: String) -> [UInt8] { [] }
}
