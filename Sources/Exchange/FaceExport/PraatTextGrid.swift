// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A TextGrid of Praat with an interval tier for each face and what is coded of it.
///
/// Source: "TextGrid file formats", manual of Praat.
struct PraatTextGrid: BoutWriter {
    init(_ info: FaceExportFormat.Info) {}

    func file(of tiers: [FaceBouts.TierOfFace], end: Int64) -> [UInt8] {
        // Praat knows no grid without a tier, and none without an extent.
        let tiers = tiers.isEmpty ? [("faces", [])] : tiers.map { ($0.name, $0.bouts) }
        let end = max(end, 1)
        var text = """
            File type = "ooTextFile"
            Object class = "TextGrid"

            xmin = 0
            xmax = \(Self.seconds(end))
            tiers? <exists>
            size = \(tiers.count)
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
        return Array(text.utf8)
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
