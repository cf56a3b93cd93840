// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// One page that shows how far faces differ from the truth: tables, and frames with the boxes of both. It
/// needs no script, and loads nothing from elsewhere.
package struct EvaluationPage: Sendable {
    /// Figures; the first cell of a row names it.
    package struct Table: Sendable {
        let header: [String]
        let rows: [[String]]

        /// Figures below their headings.
        package init(header: [String], rows: [[String]]) {
            self.header = header
            self.rows = rows
        }
    }

    /// A box in a frame.
    package struct Box: Sendable {
        /// What a box shows.
        package enum Kind: String, Sendable {
            /// Where a face truly is.
            case truth
            /// Where it was found.
            case told
            /// Where a face is that was not found.
            case missed
            /// Where one was found that is not there.
            case unfounded
        }

        let kind: Kind
        let bounds: Rect
        let text: String

        /// A box in pixels of the frame, with what is said of it; nothing where `text` is empty.
        package init(_ kind: Kind, _ bounds: Rect, text: String = "") {
            self.kind = kind
            self.bounds = bounds
            self.text = text
        }
    }

    /// A frame with its boxes.
    package struct Figure: Sendable {
        let jpeg: [UInt8]
        let size: Size
        let boxes: [Box]
        let focus: [Rect]
        let caption: String

        /// A frame as a JPEG file.
        ///
        /// - Parameters:
        ///   - size: of the frame in pixels.
        ///   - focus: what has to be seen: small boxes are shown larger.
        package init(
            jpeg: [UInt8], size: Size, boxes: [Box], focus: [Rect], caption: String
        ) {
            self.jpeg = jpeg
            self.size = size
            self.boxes = boxes
            self.focus = focus
            self.caption = caption
        }

        /// The part of the frame that is shown, of its shape: a large box is as high as a quarter of it.
        var window: Rect {
            guard !focus.isEmpty else { return Rect(size: size) }
            let left = focus.map(\.x).reduce(.infinity, min)
            let top = focus.map(\.y).reduce(.infinity, min)
            let right = focus.map(\.maxX).reduce(-.infinity, max)
            let bottom = focus.map(\.maxY).reduce(-.infinity, max)
            let side = focus.reduce(0) { max($0, $1.width, $1.height) }
            let needed = max(4 * side, 1.4 * max(right - left, bottom - top))
            let share = min(1, needed / min(size.width, size.height))
            let (width, height) = (share * size.width, share * size.height)
            return Rect(
                x: min(max(0, (left + right - width) / 2), size.width - width),
                y: min(max(0, (top + bottom - height) / 2), size.height - height),
                width: width, height: height)
        }
    }

    /// Frames that have the same fault.
    package struct Group: Sendable {
        let title: String
        let note: String
        let figures: [Figure]

        /// Frames below a title, with a sentence that says which they are.
        package init(title: String, note: String, figures: [Figure]) {
            self.title = title
            self.note = note
            self.figures = figures
        }
    }

    let title: String
    let summary: String
    let tables: [Table]
    let legend: String
    let groups: [Group]

    /// A page of tables, whose columns `legend` explains, and of groups of frames.
    package init(
        title: String, summary: String, tables: [Table], legend: String, groups: [Group]
    ) {
        self.title = title
        self.summary = summary
        self.tables = tables
        self.legend = legend
        self.groups = groups
    }

    /// The page as HTML.
    package var html: [UInt8] {
        PageTemplate.page(
            PageTemplate.evaluationPieces, policy: PageTemplate.evaluationPolicy
        ) { place in
            switch place {
            case "title": PageTemplate.escaped(title)
            case "summary": PageTemplate.escaped(summary)
            case "tables": tables.flatMap(\.html) + element("p", class: "quiet", legend)
            case "frames": groups.enumerated().flatMap { $1.html(number: $0) }
            default: []
            }
        }
    }
}

extension EvaluationPage.Table {
    fileprivate var html: [UInt8] {
        var result = Array("<div class=\"scroll\" tabindex=\"0\" role=\"region\"".utf8)
        result += Array(" aria-label=\"Figures\"><table><thead><tr>".utf8)
        for cell in header { result += element("th", attribute: "scope=\"col\"", cell) }
        result += Array("</tr></thead><tbody>\n".utf8)
        for row in rows {
            result += Array("<tr>".utf8)
            for cell in row.prefix(1) { result += element("th", attribute: "scope=\"row\"", cell) }
            for cell in row.dropFirst() { result += element("td", cell) }
            result += Array("</tr>\n".utf8)
        }
        return result + Array("</tbody></table></div>\n".utf8)
    }
}

extension EvaluationPage.Group {
    fileprivate func html(number: Int) -> [UInt8] {
        var result = Array("<section aria-labelledby=\"group-\(number)\">\n".utf8)
        result += element("h2", attribute: "id=\"group-\(number)\"", title)
        result += element("p", class: "quiet", note)
        result += Array("<div class=\"frames\">\n".utf8)
        result += figures.flatMap(\.html)
        return result + Array("</div>\n</section>\n".utf8)
    }
}

extension EvaluationPage.Figure {
    fileprivate var html: [UInt8] {
        let window = window
        let view = [window.x, window.y, window.width, window.height].map(decimal)
            .joined(separator: " ")
        let size = "width=\"\(decimal(size.width))\" height=\"\(decimal(size.height))\""
        var result = Array("<figure><svg role=\"img\" viewBox=\"\(view)\" aria-label=\"".utf8)
        result += PageTemplate.escaped(caption)
        result += Array("\"><image \(size) href=\"data:image/jpeg;base64,".utf8)
        result += Base64.encode(jpeg)
        result += Array("\"/>".utf8)
        // What is said is a twenty-second of what is shown high.
        let height = window.height / 22
        for box in boxes { result += box.html(letters: height) }
        result += Array("</svg>".utf8)
        return result + element("figcaption", caption) + Array("</figure>\n".utf8)
    }
}

extension EvaluationPage.Box {
    fileprivate func html(letters height: Double) -> [UInt8] {
        let place = [
            ("x", bounds.x), ("y", bounds.y), ("width", bounds.width), ("height", bounds.height),
        ].map { "\($0)=\"\(decimal($1))\"" }.joined(separator: " ")
        var result = Array(
            "<rect class=\"edge\" \(place)/><rect class=\"\(kind.rawValue)\" \(place)/>".utf8)
        if !text.isEmpty {
            // What is true stands below its box, what was told above.
            let y =
                kind == .truth || kind == .missed
                ? bounds.maxY + 1.1 * height : bounds.y - 0.4 * height
            let attributes =
                "x=\"\(decimal(bounds.x))\" y=\"\(decimal(y))\" font-size=\"\(decimal(height))\""
            result += element("text", attribute: attributes, text)
        }
        return result
    }
}

/// A number for HTML.
private func decimal(_ value: Double) -> String { FixedDecimal(value, decimals: 2)?.text ?? "0" }

/// A text in an element.
private func element(
    _ name: String, class kind: String? = nil, attribute: String? = nil, _ text: String
) -> [UInt8] {
    let attributes = [kind.map { "class=\"\($0)\"" }, attribute].compactMap(\.self)
    let opening = ([name] + attributes).joined(separator: " ")
    return Array("<\(opening)>".utf8) + PageTemplate.escaped(text) + Array("</\(name)>\n".utf8)
}
