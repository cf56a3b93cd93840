// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A quantile of values that were seen in the last seconds, older ones counting less; in constant memory.
struct RollingQuantile {
    private static let binCount = 64

    /// Values from 0 up to this one are told apart.
    let largest: Double
    /// Which share of the values lies below.
    let share: Double
    /// Seconds in which a value comes to count half as much.
    let halfLife: Double
    private var bins: [Double]
    private var total: Double

    /// A quantile that was `start` for `weight` values before the first one.
    init(largest: Double, share: Double, halfLife: Double, start: Double, weight: Double) {
        self.largest = largest
        self.share = share
        self.halfLife = halfLife
        bins = Array(repeating: 0, count: Self.binCount)
        bins[Self.bin(of: start, largest: largest)] = weight
        total = weight
    }

    /// Takes in a value that came `seconds` after the one before.
    mutating func add(_ value: Double, seconds: Double) {
        let rest = exp2(-seconds / halfLife)
        for index in bins.indices { bins[index] *= rest }
        total = total * rest + 1
        bins[Self.bin(of: value, largest: largest)] += 1
    }

    /// The value that ``share`` of the others are below.
    var value: Double {
        var below = 0.0
        for index in bins.indices where bins[index] > 0 {
            let part = (share * total - below) / bins[index]
            if part <= 1 {
                return (Double(index) + max(part, 0)) * largest / Double(Self.binCount)
            }
            below += bins[index]
        }
        return largest
    }

    private static func bin(of value: Double, largest: Double) -> Int {
        let index = value / largest * Double(binCount)
        return index.isFinite ? Int(min(max(index, 0), Double(binCount - 1))) : 0
    }
}
