// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc

/// How boxes follow faces that turn back, and how they tremble on faces that rest.
struct MotionError: Sendable, Hashable {
    /// A face of one frame.
    private struct Step: Hashable {
        let frame: Int
        let truth: TruthFace
        let found: Rect

        /// Whether the face neither moved nor turned since `last`.
        func rests(since last: Step) -> Bool {
            let (here, there) = (truth.bounds, last.truth.bounds)
            let ways = [
                here.x - there.x, here.y - there.y, here.width - there.width,
                here.height - there.height,
                (truth.rollAngle ?? 0) - (last.truth.rollAngle ?? 0),
                (truth.yawAngle ?? 0) - (last.truth.yawAngle ?? 0),
                (truth.pitchAngle ?? 0) - (last.truth.pitchAngle ?? 0),
            ]
            return ways.allSatisfy { abs($0) < MotionError.rest }
        }
    }

    /// A face turns back where it goes by more than this part of its width a frame, before and after.
    private static let least = 0.02
    /// The frames about a turn in which a box may lag.
    private static let reach = -1...3
    /// In pixels and degrees: what moves less rests.
    private static let rest = 0.05

    /// The faces of each person.
    private var steps: [[Step]] = []
    private var people: [String: Int] = [:]

    /// Enters a face that was found.
    mutating func add(_ face: MetadataFaceObject, truth: TruthFace, frame: Int) {
        let person = people[truth.identity] ?? steps.count
        if person == steps.count {
            people[truth.identity] = person
            steps.append([])
        }
        steps[person].append(Step(frame: frame, truth: truth, found: face.bounds))
    }

    /// Adds the faces of another one, which are those of different people.
    static func += (left: inout MotionError, right: MotionError) { left.steps += right.steps }

    /// The largest distance of a box from where it lies otherwise, within some frames of a face's turning back, in
    /// widths of the face; `nil` where no face does.
    var lag: Double? {
        steps.compactMap { steps in
            [Self.lag(steps, \.center.x), Self.lag(steps, \.center.y)].compactMap(\.self).max()
        }.max()
    }

    /// The mean of the ways of boxes from frame to frame where the face rests, in widths of the face; `nil` where
    /// none does.
    var jitter: Double? {
        var (sum, count) = (0.0, 0)
        for steps in steps {
            for (last, next) in zip(steps, steps.dropFirst()) where next.frame == last.frame + 1 {
                guard next.rests(since: last) else { continue }
                let (from, to) = (last.found.center, next.found.center)
                sum += hypot(to.x - from.x, to.y - from.y) / next.truth.bounds.width
                count += 1
            }
        }
        return count > 0 ? sum / Double(count) : nil
    }

    private static func lag(_ steps: [Step], _ axis: (Rect) -> Double) -> Double? {
        let errors = steps.map { (axis($0.found) - axis($0.truth.bounds)) / $0.truth.bounds.width }
        let usual = errors.sorted()[errors.count / 2]
        var largest: Double?
        for index in steps.indices.dropFirst().dropLast() {
            let (before, here, after) = (steps[index - 1], steps[index], steps[index + 1])
            guard here.frame == before.frame + 1, after.frame == here.frame + 1 else { continue }
            let (place, width) = (axis(here.truth.bounds), here.truth.bounds.width)
            let come = (place - axis(before.truth.bounds)) / width
            let go = (axis(after.truth.bounds) - place) / width
            guard come * go < 0, min(abs(come), abs(go)) >= least else { continue }
            let isFar = { (step: Step) in !Self.reach.contains(step.frame - here.frame) }
            let start = steps[..<index].lastIndex(where: isFar).map { $0 + 1 } ?? 0
            let end = steps[index...].firstIndex(where: isFar) ?? steps.endIndex
            for error in errors[start..<end] { largest = max(largest ?? 0, abs(error - usual)) }
        }
        return largest
    }
}
