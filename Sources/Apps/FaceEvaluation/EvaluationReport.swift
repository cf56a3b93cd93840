/// How well the faces found in one source, or in several, agree with the truth.
public struct EvaluationReport: Sendable, Hashable {
    /// What was evaluated, for people.
    public var title: String
    /// Frames or images compared.
    public internal(set) var frameCount = 0
    /// True faces that had to be found.
    public internal(set) var expectedCount = 0
    /// Those of them that were found.
    public internal(set) var hitCount = 0
    /// Faces found where there is none.
    public internal(set) var falsePositiveCount = 0
    /// Times that the id of a true face changed.
    public internal(set) var switchCount = 0
    /// Different people in the truth that had to be found.
    public internal(set) var identityCount = 0
    /// Different ids given to any face.
    public internal(set) var faceIDCount = 0
    /// Over the found faces within the range of angles.
    public internal(set) var roll = AngleError()
    /// Over the found faces within the range of angles.
    public internal(set) var yaw = AngleError()
    /// Over the found faces within the range of angles.
    public internal(set) var pitch = AngleError()
    var overlapSum = 0.0

    /// A report of nothing yet.
    public init(title: String) { self.title = title }

    /// The part of the expected faces that was found, 0...1; `nil` when none was expected.
    public var recall: Double? {
        expectedCount > 0 ? Double(hitCount) / Double(expectedCount) : nil
    }

    /// The part of the reported faces that are faces, 0...1, leaving out those that match a face
    /// that need not be found; `nil` when none was reported.
    public var precision: Double? {
        let count = hitCount + falsePositiveCount
        return count > 0 ? Double(hitCount) / Double(count) : nil
    }

    /// The mean intersection over union of found faces and their truth; `nil` when none was found.
    public var meanOverlap: Double? {
        hitCount > 0 ? overlapSum / Double(hitCount) : nil
    }

    /// The sums of several reports; people and ids of different reports count as different.
    public static func total(_ reports: [EvaluationReport], title: String) -> EvaluationReport {
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
