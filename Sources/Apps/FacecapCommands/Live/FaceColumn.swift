// SPDX-License-Identifier: Apache-2.0
import Facecap

/// A column of the table of faces on a terminal.
struct FaceColumn: Sendable {
    /// A face, and when and where it was seen.
    struct Cell {
        let face: MetadataFaceObject
        let camera: String?
        let time: MediaTime
        let decimals: Int
    }

    let title: String
    let width: Int
    let text: @Sendable (Cell) -> String

    /// The columns of numbers, from left to right, each with its rank: of the lowest ranks as many are shown as fit.
    static let numbers: [(rank: Int, column: FaceColumn)] = [
        (11, FaceColumn(title: "time", width: 8) { number($0.time.seconds, 2) }),
        (0, FaceColumn(title: "id", width: 4) { "\($0.face.faceID)" }),
        (5, FaceColumn(title: "x", width: 7) { number($0.face.bounds.x, $0.decimals) }),
        (6, FaceColumn(title: "y", width: 7) { number($0.face.bounds.y, $0.decimals) }),
        (7, FaceColumn(title: "width", width: 7) { number($0.face.bounds.width, $0.decimals) }),
        (8, FaceColumn(title: "height", width: 7) { number($0.face.bounds.height, $0.decimals) }),
        (3, FaceColumn(title: "roll", width: 7) { number($0.face.rollAngle, 1) }),
        (2, FaceColumn(title: "yaw", width: 7) { number($0.face.yawAngle, 1) }),
        (4, FaceColumn(title: "pitch", width: 7) { number($0.face.pitchAngle, 1) }),
        (9, FaceColumn(title: "conf", width: 6) { number($0.face.confidence, 2) }),
    ]

    /// All columns, with their ranks.
    private static func all(withCamera: Bool) -> [(rank: Int, column: FaceColumn)] {
        let camera = FaceColumn(title: "camera", width: 9) { String(($0.camera ?? "").prefix(8)) }
        let state = FaceColumn(title: "state", width: 11) { $0.face.state.rawValue }
        var all = numbers + [(10, state)]
        if withCamera { all.insert((1, camera), at: 0) }
        return all
    }

    /// The columns that fit, from left to right.
    static func fitting(columns: Int, withCamera: Bool) -> [FaceColumn] {
        var left = columns
        var shown: Set<Int> = []
        let all = all(withCamera: withCamera)
        for (rank, column) in all.sorted(by: { $0.rank < $1.rank }) {
            guard column.width <= left else { break }
            left -= column.width
            shown.insert(rank)
        }
        return all.filter { shown.contains($0.rank) }.map(\.column)
    }

    /// A text at the right end of the column.
    func padded(_ text: String) -> String { text.padded(to: width, isNumber: true) }

    /// A number with a fixed count of decimals, or a dash where it is unknown.
    static func number(_ value: Double?, _ decimals: Int) -> String {
        guard let value, abs(value) < 1e9 else { return "-" }
        return FixedDecimal(value, decimals: decimals)?.text ?? "-"
    }
}

extension RunScene {
    /// The faces of a frame of the camera, as tables show them.
    func cells(of observation: FaceObservation) -> [FaceColumn.Cell] {
        let transform = self.transform(of: observation)
        return observation.faces.map { face in
            FaceColumn.Cell(
                face: transform.apply(face), camera: camera.name,
                time: observation.presentationTime, decimals: header.space == .displayed ? 3 : 0)
        }
    }
}
