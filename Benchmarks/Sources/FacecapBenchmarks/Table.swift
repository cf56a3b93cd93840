import Facecap

/// Rows of text in aligned columns.
struct Table {
    private var rows: [[String]]

    init(_ header: String...) { rows = [header] }

    mutating func add(_ row: String...) { rows.append(row) }

    func print() {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            Swift.print(cells.joined(separator: "  "))
        }
    }
}

extension Double {
    /// The number with a fixed count of decimals.
    func text(_ decimals: Int) -> String {
        FixedDecimal(self, decimals: decimals)?.text ?? "\(self)"
    }
}
