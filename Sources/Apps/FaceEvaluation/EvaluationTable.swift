internal import FaceValues

/// Reports as a table for people: as text with aligned columns, or as Markdown.
package struct EvaluationTable: Sendable, Hashable {
    private static let header = [
        "source", "frames", "faces", "recall", "precision", "IoU", "people", "ids", "switches",
        "roll", "yaw", "pitch", "withheld",
    ]

    private let rows: [[String]]

    /// A table with one line a report, and a last line of sums when there are several.
    package init(_ reports: [EvaluationReport]) {
        var rows = reports.map(EvaluationTable.cells)
        if reports.count > 1 {
            rows.append(EvaluationTable.cells(.total(reports, title: "total")))
        }
        self.rows = rows
    }

    /// What the columns mean, in a few lines.
    package static let legend = """
        recall, precision, IoU: over the faces that must be found; people, ids: in the truth, given;
        switches: times a person's id changed; roll, yaw, pitch: mean absolute error in degrees;
        withheld: part of the angles not told.
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
        let rule = "|---|" + String(repeating: "---:|", count: EvaluationTable.header.count - 1)
        var result = EvaluationTable.markdownLine(EvaluationTable.header) + rule + "\n"
        for row in rows {
            result += EvaluationTable.markdownLine(
                row.map { $0.replacing("|", with: "\\|") })
        }
        return result
    }

    private var lines: [[String]] { [EvaluationTable.header] + rows }

    private var columnWidths: [Int] {
        EvaluationTable.header.indices.map { column in
            lines.reduce(0) { max($0, $1[column].count) }
        }
    }

    private static func markdownLine(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |\n"
    }

    private static func cells(_ report: EvaluationReport) -> [String] {
        let angles = report.roll + report.yaw + report.pitch
        let hasIdentities = report.identityCount > 0
        return [
            report.title, String(report.frameCount), String(report.expectedCount),
            decimal(report.recall, digits: 4), decimal(report.precision, digits: 4),
            decimal(report.meanOverlap, digits: 3),
            hasIdentities ? String(report.identityCount) : "-",
            hasIdentities ? String(report.faceIDCount) : "-",
            hasIdentities ? String(report.switchCount) : "-",
            decimal(report.roll.meanAbsolute, digits: 2),
            decimal(report.yaw.meanAbsolute, digits: 2),
            decimal(report.pitch.meanAbsolute, digits: 2),
            decimal(angles.withheldShare, digits: 3),
        ]
    }

    /// A number with fixed decimals; "-" when there is none.
    private static func decimal(_ number: Double?, digits: Int) -> String {
        number.flatMap { FixedDecimal($0, decimals: digits)?.text } ?? "-"
    }
}
