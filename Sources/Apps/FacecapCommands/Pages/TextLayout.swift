// SPDX-License-Identifier: Apache-2.0
/// Plain text in columns.
enum TextLayout {
    /// Columns of a line, where nobody says how many there are.
    static let width = 80

    /// `text` broken between words, every line indented by `indent` columns.
    static func wrap(_ text: String, indent: Int = 0, width: Int = width) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines = [margin]
        for word in text.split(separator: " ") {
            let isEmpty = lines[lines.count - 1].count == indent
            if !isEmpty, lines[lines.count - 1].count + 1 + word.count > width {
                lines.append(margin + word)
            } else {
                lines[lines.count - 1] += (isEmpty ? "" : " ") + word
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Terms on the left, what they mean wrapped on the right; a long term gets its own line, and each does
    /// where lines are short.
    static func table(
        _ rows: [(term: String, meaning: String)], column: Int, width: Int = width
    ) -> String {
        let column = width < 60 ? min(column, 6) : column
        return rows.map { row in
            let margin = 2 + row.term.prefix(while: { $0 == " " }).count
            let term = wrap(row.term, indent: margin, width: width)
            let meaning = wrap(row.meaning, indent: column, width: width)
            if term.count + 2 > column { return term + "\n" + meaning }
            return term + meaning.dropFirst(term.count)
        }.joined(separator: "\n")
    }
}
