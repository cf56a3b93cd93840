// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Rows of text in aligned columns; the last ones of a row may be missing.
struct Table {
    private var rows: [[String]]

    init(_ header: String...) { rows = [header] }

    mutating func add(_ row: String...) { rows.append(row) }
    mutating func add(_ row: [String]) { rows.append(row) }

    func print() {
        let widths = rows[0].indices.map { column in
            rows.map { $0.dropFirst(column).first?.count ?? 0 }.max() ?? 0
        }
        for row in rows {
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            Swift.print(cells.joined(separator: "  "))
        }
    }
}

extension Double {
    /// Whether a bound holds, for a table.
    func verdict(atMost bound: Double) -> String { self <= bound ? "holds" : "MISSED" }

    /// The number with a fixed count of decimals.
    func text(_ decimals: Int) -> String {
        String(format: "%.\(decimals)f", self)
    }
}
