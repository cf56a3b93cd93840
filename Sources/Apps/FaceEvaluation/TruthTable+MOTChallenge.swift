// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension TruthTable {
    /// The columns of ground truth, which has no line that names them.
    private enum Column: Int {
        case frame, person, left, top, width, height, isCounted, label, visibility
    }

    /// Reads the ground truth of a MOTChallenge sequence, `gt.txt`. Throws `FacecapError` with the line that is
    /// wrong.
    package init(motChallengePath path: String) throws(FacecapError) {
        try self.init(motChallenge: Self.readText(path), name: path)
    }

    /// Reads ground truth as text; `name` is what errors call it.
    ///
    /// A line is `frame,id,left,top,width,height` and perhaps `,flag,class,visibility`; frames count from 1, boxes are
    /// in pixels. A face whose flag is 0, or of a class other than 1 (or -1, unknown), need not be found; so is one
    /// that is hidden, by the rule of ``EvaluationAccumulator``: what is not visible counts as occluded.
    package init(motChallenge text: String, name: String) throws(FacecapError) {
        self.init()
        try Self.forEachLine(of: text, name: name) { (line, place) throws(FacecapError) in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count > Column.height.rawValue else {
                throw FacecapError(
                    .mediaDamaged,
                    "\(place): ground truth has frame, id, left, top, width and height.")
            }
            let frame = try Self.number(.frame, of: fields, place) ?? 0
            guard frame >= 1, let number = Int(exactly: frame) else {
                throw FacecapError(
                    .mediaDamaged, "\(place): frames are whole numbers from 1, not \(fields[0]).")
            }
            try add(Self.face(fields, place), toFrame: number - 1, place: place)
        }
    }

    private static func face(
        _ fields: [Substring], _ place: String
    ) throws(FacecapError) -> TruthFace {
        let bounds = Rect(
            x: try number(.left, of: fields, place) ?? 0,
            y: try number(.top, of: fields, place) ?? 0,
            width: try number(.width, of: fields, place) ?? 0,
            height: try number(.height, of: fields, place) ?? 0)
        if bounds.isEmpty {
            throw FacecapError(
                .mediaDamaged, "\(place): width and height must be greater than 0.")
        }
        let isCounted = try number(.isCounted, of: fields, place) ?? 1
        let label = try number(.label, of: fields, place) ?? 1
        let visibility = try number(.visibility, of: fields, place) ?? 1
        let counts = isCounted != 0 && (label == 1 || label < 0)
        return TruthFace(
            identity: String(fields[Column.person.rawValue].trimmingBlanks), bounds: bounds,
            // Negative where nobody said.
            occludedShare: counts ? (visibility < 0 ? 0 : 1 - min(visibility, 1)) : 1)
    }

    /// The value of a column; `nil` where the line ends before it.
    private static func number(
        _ column: Column, of fields: [Substring], _ place: String
    ) throws(FacecapError) -> Double? {
        guard fields.indices.contains(column.rawValue) else { return nil }
        let text = fields[column.rawValue].trimmingBlanks
        // A comparison with a NaN is false.
        guard let number = Double(text), abs(number) <= TruthRow.maximumNumber else {
            throw FacecapError(.mediaDamaged, "\(place): '\(text)' is no number of a \(column).")
        }
        return number
    }
}
