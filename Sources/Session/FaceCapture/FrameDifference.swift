// SPDX-License-Identifier: Apache-2.0
/// How two reduced frames differ, in integers.
struct FrameDifference {
    /// How far the second frame may be moved against the first one to look alike, in cells, and from place to
    /// place.
    private static let (reach, step) = ((columns: 24, rows: 10), 2)

    /// The absolute differences of luma, summed over all cells.
    let lumaChange: Int
    private let before: FrameThumbnail
    private let after: FrameThumbnail

    /// The difference of two frames.
    init(_ before: FrameThumbnail, _ after: FrameThumbnail) {
        (self.before, self.after) = (before, after)
        lumaChange = zip(before.luma, after.luma).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }

    /// Whether the second frame shows neither the shapes of the first one, wherever the camera looks, nor, where
    /// they are alike, its colors.
    var showsOtherScene: Bool {
        if isUnlike(belowHundredths: 75) { return true }
        let moved =
            zip(before.histogram, after.histogram).reduce(0) { $0 + abs(Int($1.0 - $1.1)) } / 2
        return 100 * moved > 20 * 3 * FrameThumbnail.cellCount && isUnlike(belowHundredths: 90)
    }

    /// Whether the lumas correlate by less than so many hundredths, however the frames are moved.
    private func isUnlike(belowHundredths limit: Int) -> Bool {
        let (columns, rows) = (Self.reach.columns, Self.reach.rows)
        for down in stride(from: -rows, through: rows, by: Self.step) {
            for right in stride(from: -columns, through: columns, by: Self.step)
            where !Correlation(before, after, right: right, down: down).isBelow(hundredths: limit) {
                return false
            }
        }
        return true
    }
}

/// Sums over the cells that two frames share when the second one is moved.
private struct Correlation {
    private var count = 0
    private var sums = (0, 0)
    private var squares = (0, 0)
    private var products = 0

    init(_ before: FrameThumbnail, _ after: FrameThumbnail, right: Int, down: Int) {
        let (columns, rows) = (FrameThumbnail.columns, FrameThumbnail.rows)
        before.luma.withUnsafeBufferPointer { before in
            after.luma.withUnsafeBufferPointer { after in
                for row in max(0, down)..<rows + min(0, down) {
                    for column in max(0, right)..<columns + min(0, right) {
                        let a = Int(before[row * columns + column])
                        let b = Int(after[(row - down) * columns + column - right])
                        count += 1
                        sums.0 += a
                        sums.1 += b
                        squares.0 += a * a
                        squares.1 += b * b
                        products += a * b
                    }
                }
            }
        }
    }

    func isBelow(hundredths limit: Int) -> Bool {
        // Small enough that their products have room.
        let covariance = (count * products - sums.0 * sums.1) / 100_000
        let variances = (
            (count * squares.0 - sums.0 * sums.0) / 100_000,
            (count * squares.1 - sums.1 * sums.1) / 100_000
        )
        guard covariance > 0 else { return true }
        return 100 * 100 * covariance * covariance < limit * limit * variances.0 * variances.1
    }
}
