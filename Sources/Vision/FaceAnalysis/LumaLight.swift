// SPDX-License-Identifier: Apache-2.0
/// Two reduced images in one light, as far as one can be told: a flash makes white what was bright, and other shapes are
/// left. All in integers, so that all machines see the same.
enum LumaLight {
    /// Eighths: how much more light there may be.
    private static let gains = 9...128

    /// Both images, of which the darker one is lit until it is as bright as the other one.
    static func equalized(_ before: [UInt8], _ after: [UInt8]) -> (before: [UInt8], after: [UInt8])
    {
        let sums = (sum(before), sum(after))
        return sums.0 < sums.1
            ? (lit(before, until: sums.1, brightest: after.max() ?? 0), after)
            : (before, lit(after, until: sums.0, brightest: before.max() ?? 0))
    }

    private static func lit(_ luma: [UInt8], until target: Int, brightest: UInt8) -> [UInt8] {
        var result = luma
        for gain in gains where sum(result) < target {
            result = luma.map { UInt8(min(Int($0) * gain / 8, Int(brightest))) }
        }
        return result
    }

    private static func sum(_ luma: [UInt8]) -> Int { luma.reduce(0) { $0 + Int($1) } }
}
