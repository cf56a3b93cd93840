// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Figures as a table for people: as text with aligned columns, or as Markdown.
package struct EvaluationTable: Sendable, Hashable {
    /// What the columns are.
    package let header: [String]
    /// The cells of each row, of which the first is its name.
    package let rows: [[String]]

    /// The tables of reports, of each one line and a last line of sums when there are several. What nobody
    /// measured has no table.
    package static func tables(_ reports: [EvaluationReport]) -> [EvaluationTable] {
        let total = EvaluationReport.total(reports, title: "total")
        let all = reports.count > 1 ? reports + [total] : reports
        let classes = (total.byYaw + total.bySize).filter { $0.pose.isMeasured }
        return [
            found(all),
            all.contains { $0.pose.isMeasured } ? angles(all.map { ($0.title, $0.pose) }) : nil,
            classes.isEmpty ? nil : angles(classes.map { ($0.title, $0.pose) }),
        ].compactMap(\.self)
    }

    /// What the columns mean, in a few lines.
    package static let legend = """
        recall, precision, IoU: for the faces that must be found and were observed; shown: the precision of all
        faces that are shown, including predicted and held ones; people, ids: the number of people in the ground
        truth, and of ids that they got; switches: how often the id of a person changed; IDF1, HOTA: how well ids
        agree with people; lag: the largest error of a box's position beyond its usual error while a face turns
        back; jitter: the mean movement of a box from frame to frame while the face rests; both in percent of the
        face's width.
        Angles: the mean absolute error in degrees; told: the percentage of faces with a reported angle; +-: half
        the width of the 95 % interval in degrees (median); held: the percentage of intervals that contain the true
        angle; over faces turned by up to 40 (roll), 45 (yaw) and 20 (pitch) degrees, or over all of a class.
        """

    /// Lines with aligned columns, each ending in a newline.
    package var text: String {
        let widths = columnWidths
        return lines.map { cells in
            let padded = cells.enumerated().map { index, cell in
                let padding = String(repeating: " ", count: widths[index] - cell.count)
                return index == 0 ? cell + padding : padding + cell
            }
            return padded.joined(separator: "  ") + "\n"
        }.joined()
    }

    /// A Markdown table, each line ending in a newline.
    package var markdown: String {
        let rule = "|---|" + String(repeating: "---:|", count: header.count - 1)
        var result = EvaluationTable.markdownLine(header) + rule + "\n"
        for row in rows {
            result += EvaluationTable.markdownLine(
                row.map { $0.replacing("|", with: "\\|") })
        }
        return result
    }

    private var lines: [[String]] { [header] + rows }

    private var columnWidths: [Int] {
        header.indices.map { column in lines.reduce(0) { max($0, $1[column].count) } }
    }

    private static func markdownLine(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |\n"
    }

    private static func found(_ reports: [EvaluationReport]) -> EvaluationTable {
        let columns = [
            "source", "frames", "faces", "recall", "precision", "shown", "IoU", "people", "ids",
            "switches", "IDF1", "HOTA", "lag", "jitter",
        ]
        let rows = reports.map { report in
            let hasIdentities = report.identityCount > 0
            return [
                report.title, String(report.frameCount), String(report.observed.expectedCount),
                decimal(report.observed.recall, digits: 4),
                decimal(report.observed.precision, digits: 4),
                decimal(report.shown.precision, digits: 4), decimal(report.meanOverlap, digits: 3),
                hasIdentities ? String(report.identityCount) : "-",
                hasIdentities ? String(report.faceIDCount) : "-",
                hasIdentities ? String(report.switchCount) : "-",
                decimal(report.idF1, digits: 4), decimal(report.hota, digits: 4),
                percent(report.lag, digits: 1), percent(report.jitter, digits: 3),
            ]
        }
        return EvaluationTable(header: columns, rows: rows)
    }

    private static func angles(_ poses: [(title: String, pose: PoseError)]) -> EvaluationTable {
        let columns = ["roll", "yaw", "pitch"].flatMap { [$0, "told", "+-", "held"] }
        let rows = poses.map { title, pose in
            [title]
                + [pose.roll, pose.yaw, pose.pitch].flatMap { angle in
                    [
                        decimal(angle.meanAbsolute, digits: 2),
                        percent(angle.toldShare, digits: 0),
                        decimal(angle.medianHalfWidth, digits: 1),
                        percent(angle.heldShare, digits: 0),
                    ]
                }
        }
        return EvaluationTable(header: ["source"] + columns, rows: rows)
    }

    /// A number with fixed decimals; "-" when there is none.
    private static func decimal(_ number: Double?, digits: Int) -> String {
        number.flatMap { FixedDecimal($0, decimals: digits)?.text } ?? "-"
    }

    private static func percent(_ share: Double?, digits: Int) -> String {
        decimal(share.map { 100 * $0 }, digits: digits)
    }
}

extension PoseError {
    /// Whether there was a face whose angles are known.
    fileprivate var isMeasured: Bool {
        [roll, yaw, pitch].contains { $0.toldShare != nil }
    }
}
