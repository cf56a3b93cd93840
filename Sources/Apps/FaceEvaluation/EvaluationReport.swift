/// How well the faces found in one source, or in several, agree with the truth.
package struct EvaluationReport: Sendable, Hashable {
    /// What was evaluated, for people.
    package var title: String
    /// Frames or images compared.
    package internal(set) var frameCount = 0
    /// True faces that had to be found.
    package internal(set) var expectedCount = 0
    /// Those of them that were found.
    package internal(set) var hitCount = 0
    /// Faces found where there is none.
    package internal(set) var falsePositiveCount = 0
    /// Times that the id of a true face changed.
    package internal(set) var switchCount = 0
    /// Different people in the truth that had to be found.
    package internal(set) var identityCount = 0
    /// Different ids given to any face.
    package internal(set) var faceIDCount = 0
    /// Over the found faces within the range of angles.
    package internal(set) var roll = AngleError()
    /// Over the found faces within the range of angles.
    package internal(set) var yaw = AngleError()
    /// Over the found faces within the range of angles.
    package internal(set) var pitch = AngleError()
    var overlapSum = 0.0

    /// A report of nothing yet.
    package init(title: String) { self.title = title }

    /// The part of the expected faces that was found, 0...1; `nil` when none was expected.
    package var recall: Double? {
        expectedCount > 0 ? Double(hitCount) / Double(expectedCount) : nil
    }

    /// The part of the reported faces that are faces, 0...1, leaving out those that match a face
    /// that need not be found; `nil` when none was reported.
    package var precision: Double? {
        let count = hitCount + falsePositiveCount
        return count > 0 ? Double(hitCount) / Double(count) : nil
    }

    /// The mean intersection over union of found faces and their truth; `nil` when none was found.
    package var meanOverlap: Double? {
        hitCount > 0 ? overlapSum / Double(hitCount) : nil
    }

    /// The sums of several reports; people and ids of different reports count as different.
    package static func total(_ reports: [EvaluationReport], title: String) -> EvaluationReport {
        var sum = EvaluationReport(title: title)
        for report in reports {
            sum.frameCount += report.frameCount
            sum.expectedCount += report.expectedCount
            sum.hitCount += report.hitCount
            sum.falsePositiveCount += report.falsePositiveCount
            sum.switchCount += report.switchCount
            sum.identityCount += report.identityCount
            sum.faceIDCount += report.faceIDCount
            sum.roll = sum.roll + report.roll
            sum.yaw = sum.yaw + report.yaw
            sum.pitch = sum.pitch + report.pitch
            sum.overlapSum += report.overlapSum
        }
        return sum
    }
}
