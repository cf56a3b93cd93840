// SPDX-License-Identifier: Apache-2.0
import Facecap

/// One face as a row of the table that people read.
enum FaceRow {
    /// The columns of numbers, each with its width.
    private static let columns = Array(
        zip(FaceColumn.numbers.map(\.column), [8, 6, 9, 9, 9, 9, 8, 8, 8, 7]))

    /// The names of the columns; of several cameras, the first one has `camera` above it.
    static func heading(_ camera: String?) -> String {
        cell(camera) + cells(\.title) + "  state"
    }

    static func text(_ face: FaceColumn.Cell) -> String {
        cell(face.camera) + cells { $0.text(face) } + "  " + face.face.state.rawValue
    }

    /// A code beneath the column of times.
    static func text(_ code: String, camera: String?, time: MediaTime) -> String {
        let time = FaceColumn.number(time.seconds, 2).padded(to: 8, isNumber: true)
        return cell(camera) + time + "  " + code
    }

    /// A camera's name, where cameras have names.
    private static func cell(_ camera: String?) -> String {
        camera.map { $0.padded(to: 10, isNumber: true) } ?? ""
    }

    private static func cells(_ text: (FaceColumn) -> String) -> String {
        columns.map { column, width in text(column).padded(to: width, isNumber: true) }.joined()
    }
}
