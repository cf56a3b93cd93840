// SPDX-License-Identifier: Apache-2.0
/// How well the faces found in one source, or in several, agree with the truth.
package struct EvaluationReport: Sendable, Hashable {
    /// Part of the true faces, by how far they are turned or how large they are.
    package struct Class: Sendable, Hashable {
        /// What the class is of, for people: `abs(yaw) 0-20`.
        package let title: String
        let range: Range<Double>
        /// The angles of those of them that were found, however far they are turned otherwise.
        package internal(set) var pose = PoseError()
    }

    // The last class contains 90 degrees.
    private static let yawClasses = [0.0, 20, 40, 60, 90.0.nextUp]
    private static let sizeClasses = [0.0, 24, 48, 96, 192, .infinity]

    /// What was evaluated, for people.
    package var title: String
    /// Frames or images compared.
    package internal(set) var frameCount = 0
    /// The faces that were observed; predicted and held ones claim no evidence.
    package internal(set) var observed = DetectionCounts()
    /// The faces that were shown: observed, predicted or held.
    package internal(set) var shown = DetectionCounts()
    /// Times that the id of a true face changed.
    package internal(set) var switchCount = 0
    /// Different people in the truth that had to be found.
    package internal(set) var identityCount = 0
    /// Different ids that these people got; those of false positives are not among them.
    package internal(set) var faceIDCount = 0
    /// Over the found faces within the range of angles.
    package internal(set) var pose = PoseError()
    /// By how far a face is turned to the side, in degrees.
    package internal(set) var byYaw = Self.classes(yawClasses) { "abs(yaw) \($0)" }
    /// By the height of a face, in pixels.
    package internal(set) var bySize = Self.classes(sizeClasses) { "height \($0)" }
    var overlapSum = 0.0
    var identities = IdentityScore()
    var motion = MotionError()
    var minimumOverlap = EvaluationAccumulator.Configuration().minimumOverlap

    /// A report of nothing yet.
    package init(title: String) { self.title = title }

    /// The mean intersection over union of found faces and their truth; `nil` when none was found.
    package var meanOverlap: Double? {
        observed.hitCount > 0 ? overlapSum / Double(observed.hitCount) : nil
    }

    /// The part of all faces that the one best assignment of ids to people explains, 0...1; `nil` without people.
    package var idF1: Double? {
        identityCount > 0 ? identities.idF1(minimumOverlap: minimumOverlap) : nil
    }

    /// How well faces are found and kept together, 0...1; `nil` without people.
    package var hota: Double? { identityCount > 0 ? identities.hota : nil }

    /// The largest distance of a box from where it lies otherwise, about a face's turning back, in widths of the
    /// face; `nil` where no face does.
    package var lag: Double? { motion.lag }

    /// The mean way of boxes from frame to frame where faces rest, in widths of the face; `nil` where none does.
    package var jitter: Double? { motion.jitter }

    /// The sums of several reports; people and ids of different reports count as different.
    package static func total(_ reports: [EvaluationReport], title: String) -> EvaluationReport {
        reports.reduce(into: EvaluationReport(title: title)) { sum, report in
            sum.frameCount += report.frameCount
            sum.observed += report.observed
            sum.shown += report.shown
            sum.switchCount += report.switchCount
            sum.identityCount += report.identityCount
            sum.faceIDCount += report.faceIDCount
            sum.pose += report.pose
            for index in sum.byYaw.indices {
                sum.byYaw[index].pose += report.byYaw[index].pose
            }
            for index in sum.bySize.indices {
                sum.bySize[index].pose += report.bySize[index].pose
            }
            sum.overlapSum += report.overlapSum
            sum.identities += report.identities
            sum.motion += report.motion
        }
    }

    private static func classes(_ edges: [Double], title: (String) -> String) -> [Class] {
        zip(edges, edges.dropFirst()).map { low, high in
            let range = high.isFinite ? "\(Int(low))-\(Int(high))" : "\(Int(low)) and more"
            return Class(title: title(range), range: low..<high)
        }
    }
}

extension [EvaluationReport.Class] {
    /// Enters a face in its class.
    mutating func add(_ value: Double, _ enter: (inout PoseError) -> Void) {
        guard let index = firstIndex(where: { $0.range.contains(value) }) else { return }
        enter(&self[index].pose)
    }
}
