// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A TextGrid of Praat with an interval tier for each face and what is coded of it, and a point tier of the markers.
///
/// Source: "TextGrid file formats", manual of Praat.
struct PraatTextGrid: BoutWriter {
    init(_ info: FaceExportFormat.Info) {}

    func file(
        of tiers: [FaceBouts.TierOfFace], markers: [FaceBouts.Bout], end: Int64
    ) -> [UInt8] {
        let points = markers.apart
        // Praat knows no grid without a tier, none without an extent, and no point beyond that.
        let isEmpty = tiers.isEmpty && points.isEmpty
        let tiers = isEmpty ? [("faces", [])] : tiers.map { ($0.name, $0.bouts) }
        let end = max(end, points.last?.start ?? 0, 1)
        var text = """
            File type = "ooTextFile"
            Object class = "TextGrid"

            xmin = 0
            xmax = \(Self.seconds(end))
            tiers? <exists>
            size = \(tiers.count + (points.isEmpty ? 0 : 1))
            item []:

            """
        for (number, (name, bouts)) in tiers.enumerated() {
            let intervals = Self.intervals(bouts, until: end)
            text += """
                    item [\(number + 1)]:
                        class = "IntervalTier"
                        name = "\(name)"
                        xmin = 0
                        xmax = \(Self.seconds(end))
                        intervals: size = \(intervals.count)

                """
            for (number, interval) in intervals.enumerated() {
                text += """
                            intervals [\(number + 1)]:
                                xmin = \(Self.seconds(interval.start))
                                xmax = \(Self.seconds(interval.end))
                                text = "\(interval.value)"

                    """
            }
        }
        if !points.isEmpty { text += Self.item(tiers.count + 1, of: points, until: end) }
        return Array(text.utf8)
    }

    /// The tier of the markers.
    private static func item(
        _ number: Int, of points: [FaceBouts.Bout], until end: Int64
    ) -> String {
        var text = """
                item [\(number)]:
                    class = "TextTier"
                    name = "markers"
                    xmin = 0
                    xmax = \(seconds(end))
                    points: size = \(points.count)

            """
        for (number, point) in points.enumerated() {
            text += """
                        points [\(number + 1)]:
                            number = \(seconds(point.start))
                            mark = "\(escaped(point.value))"

                """
        }
        return text
    }

    /// A text as it stands between quotes: on one line, as most readers want it, with its own quotes doubled.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: escaped += " "
            default: escaped += scalar == "\"" ? "\"\"" : String(scalar)
            }
        }
    }

    /// The bouts, and what lies between them without a text.
    private static func intervals(
        _ bouts: [FaceBouts.Bout], until end: Int64
    ) -> [FaceBouts.Bout] {
        var intervals: [FaceBouts.Bout] = []
        var time: Int64 = 0
        for bout in bouts {
            if bout.start > time {
                intervals.append(FaceBouts.Bout(start: time, end: bout.start, value: ""))
            }
            intervals.append(bout)
            time = bout.end
        }
        if time < end { intervals.append(FaceBouts.Bout(start: time, end: end, value: "")) }
        return intervals
    }

    private static func seconds(_ microseconds: Int64) -> String {
        FixedDecimal(Double(microseconds) / 1e6, decimals: 6)?.text ?? "0"
    }
}
