/// How far measured angles were from the true ones.
package struct AngleError: Sendable, Hashable {
    /// Faces whose angle was measured and is known.
    package private(set) var measuredCount = 0
    /// Faces that were found without a measured angle.
    package private(set) var withheldCount = 0
    private var absoluteSum = 0.0

    /// No faces yet.
    package init() {}

    /// The mean absolute error in degrees; `nil` when none was measured.
    package var meanAbsolute: Double? {
        measuredCount > 0 ? absoluteSum / Double(measuredCount) : nil
    }

    /// The part of the faces whose angle was withheld, 0...1; `nil` when there were no faces.
    package var withheldShare: Double? {
        let count = measuredCount + withheldCount
        return count > 0 ? Double(withheldCount) / Double(count) : nil
    }

    /// Enters a face with the difference of its angle to the true one, `nil` when withheld.
    mutating func add(_ difference: Double?) {
        if let difference {
            measuredCount += 1
            absoluteSum += abs(difference)
        } else {
            withheldCount += 1
        }
    }

    /// The faces of both.
    package static func + (left: AngleError, right: AngleError) -> AngleError {
        var sum = left
        sum.measuredCount += right.measuredCount
        sum.withheldCount += right.withheldCount
        sum.absoluteSum += right.absoluteSum
        return sum
    }
}
