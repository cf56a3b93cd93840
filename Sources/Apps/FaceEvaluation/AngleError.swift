// SPDX-License-Identifier: Apache-2.0
/// How far measured angles were from the true ones, and whether their intervals hold.
package struct AngleError: Sendable, Hashable {
    /// Standard errors in the half of an interval that holds for 95 of 100.
    private static let intervalScale = 1.96

    /// Faces whose angle was measured and is known.
    package private(set) var measuredCount = 0
    /// Faces that were found without a measured angle.
    package private(set) var withheldCount = 0
    /// Half the widths of the intervals of the angles that came with a standard error, in degrees.
    private var halfWidths: [Double] = []
    private var heldCount = 0
    private var absoluteSum = 0.0

    /// The mean absolute error in degrees; `nil` when none was measured.
    package var meanAbsolute: Double? {
        measuredCount > 0 ? absoluteSum / Double(measuredCount) : nil
    }

    /// The part of the faces whose angle was told, 0...1; `nil` when there were no faces.
    package var toldShare: Double? {
        let count = measuredCount + withheldCount
        return count > 0 ? Double(measuredCount) / Double(count) : nil
    }

    /// The part of the 95 % intervals that hold the true angle, 0...1; `nil` when there were none.
    package var heldShare: Double? {
        halfWidths.isEmpty ? nil : Double(heldCount) / Double(halfWidths.count)
    }

    /// The median of half the widths of these intervals, in degrees; `nil` when there were none.
    package var medianHalfWidth: Double? {
        halfWidths.isEmpty ? nil : halfWidths.sorted()[halfWidths.count / 2]
    }

    /// Enters a face with the difference of its angle to the true one, `nil` when withheld, and its standard error,
    /// `nil` when it has none.
    mutating func add(_ difference: Double?, sigma: Double?) {
        guard let difference else {
            withheldCount += 1
            return
        }
        measuredCount += 1
        absoluteSum += abs(difference)
        guard let sigma else { return }
        halfWidths.append(Self.intervalScale * sigma)
        heldCount += abs(difference) <= Self.intervalScale * sigma ? 1 : 0
    }

    /// Adds the faces of another one.
    static func += (left: inout AngleError, right: AngleError) {
        left.measuredCount += right.measuredCount
        left.withheldCount += right.withheldCount
        left.halfWidths += right.halfWidths
        left.heldCount += right.heldCount
        left.absoluteSum += right.absoluteSum
    }
}
