// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// One line of a truth table.
struct TruthRow {
    /// The image the face is in.
    enum Key {
        case frame(Int)
        case file(String)
    }

    /// Numbers beyond are no pixels, degrees or shares.
    static let maximumNumber = 1e6

    let key: Key
    /// `nil` where the line says that nobody is in the image.
    let face: TruthFace?

    init(_ line: Substring, columns: TruthColumns, place: String) throws(FacecapError) {
        let fields = Fields(line, columns: columns, place: place)
        guard fields.count == columns.names.count else {
            throw FacecapError(
                .mediaDamaged,
                "\(place): \(fields.count.counted("value")) for \(columns.names.count) columns.")
        }
        if let frame = columns.frame {
            guard let number = Int(fields.text(frame)), (0..<Int(Int32.max)).contains(number)
            else {
                throw FacecapError(
                    .mediaDamaged, "\(place): '\(fields.text(frame))' is no frame number.")
            }
            key = .frame(number)
        } else {
            key = .file(columns.file.map(fields.text) ?? "")
        }
        let box = columns.bounds
        guard
            ![box.x, box.y, box.width, box.height].allSatisfy({ fields.text($0).isEmpty })
        else {
            face = nil
            return
        }
        let bounds = Rect(
            x: try fields.number(box.x), y: try fields.number(box.y),
            width: try fields.number(box.width), height: try fields.number(box.height))
        if bounds.isEmpty {
            throw FacecapError(.mediaDamaged, "\(place): w and h must be greater than 0.")
        }
        face = TruthFace(
            identity: columns.identity.map(fields.text) ?? "",
            bounds: bounds,
            rollAngle: try fields.optionalAngle(columns.roll),
            // The table's yaw is positive to the right, that of faces to the left.
            yawAngle: try fields.optionalAngle(columns.yaw).map { Angle.normalized(-$0) },
            pitchAngle: try fields.optionalAngle(columns.pitch),
            visibleShare: try fields.optionalNumber(columns.visible) ?? 1,
            occludedShare: try fields.optionalNumber(columns.occluded) ?? 0)
    }

    /// The values of a line.
    private struct Fields {
        private let values: [String]
        private let names: [String]
        private let place: String

        init(_ line: Substring, columns: TruthColumns, place: String) {
            values = CommaSeparatedLine(line).values
            names = columns.names
            self.place = place
        }

        var count: Int { values.count }

        func text(_ index: Int) -> String { values[index] }

        func number(_ index: Int) throws(FacecapError) -> Double {
            // A comparison with a NaN is false.
            guard let number = Double(text(index)), abs(number) <= TruthRow.maximumNumber else {
                throw FacecapError(
                    .mediaDamaged,
                    "\(place): '\(text(index))' is no number for the column \(names[index]).")
            }
            return number
        }

        /// `nil` for a column that is missing and for an empty value.
        func optionalNumber(_ index: Int?) throws(FacecapError) -> Double? {
            guard let index, !text(index).isEmpty else { return nil }
            return try number(index)
        }

        /// Degrees of any turn in (-180, 180]: some tables count from 0 to 360.
        func optionalAngle(_ index: Int?) throws(FacecapError) -> Double? {
            try optionalNumber(index).map(Angle.normalized)
        }
    }
}
