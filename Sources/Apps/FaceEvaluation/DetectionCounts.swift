// SPDX-License-Identifier: Apache-2.0
/// How many faces were found, and how many were reported where there is none.
package struct DetectionCounts: Sendable, Hashable {
    /// True faces that had to be found.
    package internal(set) var expectedCount = 0
    /// Those of them that were found.
    package internal(set) var hitCount = 0
    /// Faces reported where there is none.
    package internal(set) var falsePositiveCount = 0

    /// No faces yet.
    package init() {}

    /// The part of the expected faces that was found, 0...1; `nil` when none was expected.
    package var recall: Double? {
        expectedCount > 0 ? Double(hitCount) / Double(expectedCount) : nil
    }

    /// The part of the reported faces that are faces, 0...1, leaving out those that match a face that need not be
    /// found; `nil` when none was reported.
    package var precision: Double? {
        let count = hitCount + falsePositiveCount
        return count > 0 ? Double(hitCount) / Double(count) : nil
    }

    /// Adds the faces of another one.
    static func += (left: inout DetectionCounts, right: DetectionCounts) {
        left.expectedCount += right.expectedCount
        left.hitCount += right.hitCount
        left.falsePositiveCount += right.falsePositiveCount
    }
}
