// SPDX-License-Identifier: Apache-2.0
/// How the lumas of two reduced images correlate where the second one is moved: sums over the cells that they share, in
/// integers, so that all machines see the same.
struct LumaCorrelation {
    private var count = 0
    private var sums = (0, 0)
    private var squares = (0, 0)
    private var products = 0

    /// The correlation of two images of equal size, each row of which has so many cells.
    init(_ before: [UInt8], _ after: [UInt8], columns: Int, right: Int, down: Int) {
        let rows = before.count / columns
        before.withUnsafeBufferPointer { before in
            after.withUnsafeBufferPointer { after in
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

    /// Whether it is less than so many hundredths.
    func isBelow(hundredths limit: Double) -> Bool {
        let covariance = Double(count * products - sums.0 * sums.1)
        let variances = (
            Double(count * squares.0 - sums.0 * sums.0),
            Double(count * squares.1 - sums.1 * sums.1)
        )
        guard covariance > 0 else { return true }
        return 100 * 100 * covariance * covariance < limit * limit * variances.0 * variances.1
    }
}
