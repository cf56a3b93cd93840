// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Sizes and lengths of recordings as people read them.
enum RecordingSummary {
    /// `3.4 MB`, as disks are sold.
    static func text(byteCount: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var value = Double(byteCount)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return (FixedDecimal(value, decimals: unit == 0 ? 0 : 1)?.text ?? "-") + " " + units[unit]
    }

    /// `01:02:03.4`, without the hours where there are none.
    static func text(seconds: Double) -> String {
        let tenths = Int(exactly: (max(0, seconds) * 10).rounded(.down)) ?? 0
        let (whole, tenth) = tenths.quotientAndRemainder(dividingBy: 10)
        let parts = [whole / 3600, whole / 60 % 60, whole % 60].map { part in
            part < 10 ? "0\(part)" : "\(part)"
        }
        return parts.dropFirst(whole < 3600 ? 1 : 0).joined(separator: ":") + ".\(tenth)"
    }

    /// How long and how large something is.
    static func text(duration: MediaTime, byteCount: Int64) -> String {
        "\(text(seconds: duration.seconds)), \(text(byteCount: byteCount))"
    }
}
