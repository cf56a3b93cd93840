// SPDX-License-Identifier: Apache-2.0
/// What the processors have done since start-up, in ticks: the first line of `/proc/stat` (proc(5)).
struct CPUTimes: Sendable, Hashable {
    let total: UInt64
    let idle: UInt64

    /// Reads the text of `/proc/stat`; `nil` where it makes no sense.
    init?(stat text: String) {
        guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else {
            return nil
        }
        // user nice system idle iowait irq softirq steal; what follows is part of user and nice.
        let fields = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
        guard fields.count >= 5 else { return nil }
        total = fields.reduce(0, &+)
        idle = fields[3] &+ fields[4]
    }

    /// The share of not idle ticks since an earlier moment, in percent; `nil` where none passed.
    func busyPercent(since earlier: CPUTimes) -> Double? {
        guard total > earlier.total, idle >= earlier.idle,
            idle - earlier.idle <= total - earlier.total
        else { return nil }
        let passed = total - earlier.total
        return Double(passed - (idle - earlier.idle)) / Double(passed) * 100
    }
}
