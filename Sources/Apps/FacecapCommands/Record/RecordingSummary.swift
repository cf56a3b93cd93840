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

    /// How long and how large something is.
    static func text(duration: MediaTime, byteCount: Int64) -> String {
        "\(duration.seconds.clockText(decimals: 1)), \(text(byteCount: byteCount))"
    }
}
