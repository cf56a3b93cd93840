// SPDX-License-Identifier: Apache-2.0
/// Lines over numbers, from zero on, side by side, as an SVG image.
struct CostPlot {
    struct Line {
        let name: String
        let points: [(Double, Double)]
    }

    struct Panel {
        let title: String
        /// What the numbers along the lower side are.
        let axis: String
        let lines: [Line]

        var table: Table {
            var table = Table(title, "kernel", "CPU ms a frame")
            for line in lines {
                for point in line.points {
                    table.add(point.0.text(0), line.name, point.1.text(2))
                }
            }
            return table
        }
    }

    private static let (width, height) = (420.0, 300.0)
    private static let (left, right, top, bottom) = (48.0, 24.0, 44.0, 52.0)
    private static let colors = ["#0072b2", "#d55e00", "#009e73"]

    let panels: [Panel]

    var svg: String {
        let width = Self.width * Double(panels.count)
        let size = "width=\"\(width.text(0))\" height=\"\(Self.height.text(0))\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) font-family="sans-serif" font-size="12">
            <title>CPU time of detection a frame</title>
            <rect \(size) fill="white"/>
            \(panels.enumerated().map(Self.drawn).joined(separator: "\n"))
            </svg>

            """
    }

    private static func drawn(_ number: Int, _ panel: Panel) -> String {
        let points = panel.lines.flatMap(\.points)
        let largest = (points.map(\.0).max() ?? 1, points.map(\.1).max() ?? 1)
        let step = gap(largest.1)
        let limit = (largest.1 / step).rounded(.up) * step
        func x(_ value: Double) -> Double { left + value / largest.0 * (width - left - right) }
        func y(_ value: Double) -> Double {
            height - bottom - value / limit * (height - top - bottom)
        }
        var parts = [
            label(panel.title, at: (width / 2, 20), "font-weight=\"bold\""),
            label(panel.axis, at: (width / 2, height - 12)),
            label("CPU ms a frame", at: (left, top - 10), anchor: "start"),
        ]
        for value in stride(from: 0, through: limit, by: step) {
            parts.append(
                path([(left, y(value)), (width - right, y(value))], "stroke=\"#ddd\""))
            parts.append(label(value.text(0), at: (left - 8, y(value) + 4), anchor: "end"))
        }
        for value in Set(points.map(\.0)).sorted() {
            parts.append(label(value.text(0), at: (x(value), height - bottom + 18)))
        }
        for (line, color) in zip(panel.lines, colors) {
            let places = line.points.map { (x($0.0), y($0.1)) }
            parts.append(path(places, "stroke=\"\(color)\" stroke-width=\"2\""))
            parts += places.map {
                "<circle cx=\"\($0.0.text(1))\" cy=\"\($0.1.text(1))\" r=\"3\" fill=\"\(color)\"/>"
            }
            guard let last = places.last else { continue }
            parts.append(
                label(
                    line.name, at: (last.0, last.1 - 8), "fill=\"\(color)\"", anchor: "end"))
        }
        return "<g transform=\"translate(\((width * Double(number)).text(0)))\">\n"
            + parts.joined(separator: "\n") + "\n</g>"
    }

    /// A round number of which four to ten are about `largest`.
    private static func gap(_ largest: Double) -> Double {
        for step in [1.0, 2, 5, 10, 20, 50] where largest / step <= 8 { return step }
        return 100
    }

    private static func path(_ points: [(Double, Double)], _ style: String) -> String {
        let places = points.map { "\($0.0.text(1)),\($0.1.text(1))" }.joined(separator: " ")
        return "<polyline points=\"\(places)\" fill=\"none\" \(style)/>"
    }

    private static func label(
        _ text: String, at place: (Double, Double), _ style: String = "fill=\"#333\"",
        anchor: String = "middle"
    ) -> String {
        "<text x=\"\(place.0.text(1))\" y=\"\(place.1.text(1))\" text-anchor=\"\(anchor)\" "
            + "\(style)>\(text)</text>"
    }
}
