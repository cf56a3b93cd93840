// SPDX-License-Identifier: Apache-2.0
/// How many faces are in view over a video's time, in at most 480 steps of equal length.
package struct FacePresence: Sendable, Hashable {
    /// What was seen in a stretch of time.
    struct Step: Sendable, Hashable {
        /// Frames that were looked at.
        var lookCount = 0
        /// Of those, frames with a face.
        var presentCount = 0
        /// The faces of all of them.
        var faceCount = 0

        mutating func add(_ other: Step) {
            lookCount += other.lookCount
            presentCount += other.presentCount
            faceCount += other.faceCount
        }
    }

    private static let stepLimit = 480

    /// Seconds of a step.
    private var stepLength = 0.25
    /// In their order, up to the last one with a frame.
    private(set) var steps: [Step] = []
    private var start: Double?
    private var last = 0.0
    private var lastInterval = 0.0
    /// Seconds from the beginning of the first frame to the end of the last one.
    package private(set) var duration = 0.0

    /// Of a video of which no frame is known yet.
    package init() {}

    /// Adds the next frame, or the next stretch of which nothing is known.
    ///
    /// - Parameters:
    ///   - time: when it is shown, in seconds.
    ///   - end: when it is no longer shown; `nil` of a frame that is as long as the one before.
    ///   - faceCount: the faces in view; `nil` where nobody looked at the frame.
    package mutating func add(at time: Double, until end: Double? = nil, faceCount: Int?) {
        guard time.isFinite else { return }
        let start = start ?? time
        self.start = start
        func elapsed(_ time: Double) -> Double { min(max(0, time - start), 1e9) }
        let seconds = elapsed(time)
        if seconds > last { (last, lastInterval) = (seconds, seconds - last) }
        if seconds == last {
            let known = end.map(elapsed) ?? last
            duration = known > last ? known : last + lastInterval
        }
        while Int(max(seconds, duration) / stepLength) >= Self.stepLimit { halve() }
        let index = Int(seconds / stepLength)
        while steps.count <= index { steps.append(Step()) }
        guard let faceCount else { return }
        steps[index].add(
            Step(lookCount: 1, presentCount: faceCount > 0 ? 1 : 0, faceCount: faceCount))
    }

    private mutating func halve() {
        stepLength *= 2
        steps = stride(from: 0, to: steps.count, by: 2).map { index in
            var step = steps[index]
            if index + 1 < steps.count { step.add(steps[index + 1]) }
            return step
        }
    }

    /// The mean number of faces in each step up to the end; `nil` where nobody looked for more than a second.
    var means: [Double?] {
        var means = steps.map { step in
            step.lookCount == 0 ? nil : Double(step.faceCount) / Double(step.lookCount)
        }
        // An end that was rounded begins no step.
        let count = Int((duration / stepLength - 1e-6).rounded(.up))
        while means.count < count { means.append(nil) }
        let gapLimit = Int(1 / stepLength)
        var index = 0
        while index < means.count {
            let end = means[index...].firstIndex { $0 != nil } ?? means.count
            let neighbor = index > 0 ? index - 1 : end
            if end - index <= gapLimit, neighbor < means.count {
                for step in index..<end { means[step] = means[neighbor] }
            }
            index = end + 1
        }
        return means
    }

    /// All steps in one.
    var total: Step { steps.reduce(into: Step()) { $0.add($1) } }
}
