// SPDX-License-Identifier: Apache-2.0
import Facecap

/// One face as a row of the table that people read.
enum FaceRow {
    private static let columns =
        "    time    id        x        y    width   height    roll     yaw   pitch   conf  state"

    /// The names of the columns; of several cameras, the first one has `camera` above it.
    static func heading(_ camera: String?) -> String { cell(camera) + columns }

    /// - Parameter camera: the name of the camera among several.
    static func text(
        _ face: MetadataFaceObject, camera: String?, time: MediaTime, decimals: Int
    ) -> String {
        let bounds = face.bounds
        let cells = [
            cell(time.seconds, decimals: 2, width: 8),
            "\(face.faceID)".padded(to: 6, isNumber: true),
            cell(bounds.x, decimals: decimals, width: 9),
            cell(bounds.y, decimals: decimals, width: 9),
            cell(bounds.width, decimals: decimals, width: 9),
            cell(bounds.height, decimals: decimals, width: 9),
            cell(face.rollAngle, decimals: 1, width: 8),
            cell(face.yawAngle, decimals: 1, width: 8),
            cell(face.pitchAngle, decimals: 1, width: 8),
            cell(face.confidence, decimals: 2, width: 7),
        ]
        return cell(camera) + cells.joined() + "  " + face.state.rawValue
    }

    /// A code beneath the column of times.
    static func text(_ code: String, camera: String?, time: MediaTime) -> String {
        cell(camera) + cell(time.seconds, decimals: 2, width: 8) + "  " + code
    }

    /// A camera's name, where cameras have names.
    private static func cell(_ camera: String?) -> String {
        camera.map { $0.padded(to: 10, isNumber: true) } ?? ""
    }

    /// A number with a fixed count of decimals, or a dash where it is unknown.
    private static func cell(_ value: Double?, decimals: Int, width: Int) -> String {
        FaceColumn.number(value, decimals).padded(to: width, isNumber: true)
    }
}
