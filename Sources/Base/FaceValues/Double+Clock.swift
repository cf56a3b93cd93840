// SPDX-License-Identifier: Apache-2.0
extension Double {
    /// A number of seconds as `01:02:03.4`, without the hours where there are none.
    package func clockText(decimals: Int = 0, _ rule: FloatingPointRoundingRule = .down) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let ticks = Int(exactly: (max(0, self) * Double(scale)).rounded(rule)) ?? 0
        let (whole, rest) = ticks.quotientAndRemainder(dividingBy: scale)
        let parts = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let clock = parts.dropFirst(whole < 3600 ? 1 : 0).joined(separator: ":")
        return decimals > 0 ? clock + "." + "000\(rest)".suffix(decimals) : clock
    }
}
