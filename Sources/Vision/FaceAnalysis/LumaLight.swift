// SPDX-License-Identifier: Apache-2.0
/// Two reduced images in one light, as far as one can be told: a flash makes white what was bright, and other shapes are
/// left. All in integers, so that all machines see the same.
enum LumaLight {
    /// Eighths: how much more light there may be.
    private static let gains = 9...128
    /// Where the light of rows alone differs, less than a third of what one light for all rows leaves of the change is left
    /// by a light for each row: .62 of it or more of 1,500 pairs of other scenes, of photographs and videos, and 132 of faces.
    private static let rowShare = 3

    /// Both images, of which the darker one is lit until it is as bright as the other one.
    static func equalized(_ before: [UInt8], _ after: [UInt8]) -> (before: [UInt8], after: [UInt8])
    {
        let sums = (sum(before), sum(after))
        return sums.0 < sums.1
            ? (lit(before, until: sums.1, brightest: after.max() ?? 0), after)
            : (before, lit(after, until: sums.0, brightest: before.max() ?? 0))
    }

    /// What is left of the change where each row is brought into one light; `nil` where the images differ in more than the
    /// light of their rows. A camera that takes one row after the other sees each in another light of lamps that flicker.
    static func changeBesideRows(_ before: [UInt8], _ after: [UInt8], columns: Int) -> Int? {
        /// What is left of the change where so many cells at a time are brought into one light.
        func change(cellsInOneLight count: Int) -> Int {
            stride(from: 0, to: before.count, by: count).reduce(0) { change, start in
                let cells = start..<start + count
                let sums = (
                    cells.reduce(0) { $0 + Int(before[$1]) },
                    cells.reduce(0) { $0 + Int(after[$1]) }
                )
                guard sums.0 > 0, sums.1 > 0 else { return change + sums.0 + sums.1 }
                return cells.reduce(change) {
                    $0 + abs(Int(after[$1]) * sums.0 - Int(before[$1]) * sums.1) / sums.0
                }
            }
        }
        let rest = change(cellsInOneLight: columns)
        return rowShare * rest < change(cellsInOneLight: before.count) ? rest : nil
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
