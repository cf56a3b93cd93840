// SPDX-License-Identifier: Apache-2.0
extension [Double] {
    /// The value below which the share `share` (0...1) of the values lies.
    func percentile(_ share: Double) -> Double {
        let sorted = sorted()
        guard let last = sorted.indices.last else { return .nan }
        return sorted[Swift.min(last, Int((Double(sorted.count) * share).rounded(.down)))]
    }

    var median: Double { percentile(0.5) }
}
