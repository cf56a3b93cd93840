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
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let ticks = Int((self * scale).rounded())
        let digits = String(abs(ticks))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = ticks < 0 ? "-" : ""
        return decimals == 0
            ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
