// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// How far the eyes and the mouth of one person are open, against what they are like when they are open; and
/// how the person nods, against how the person looks on average.
struct FaceExpression {
    /// How wide a face is that is not small, in pixels, and the yaw to which it looks ahead, in degrees.
    private static let (plainWidth, plainYaw) = (80.0, 30.0)
    /// One that looks further to a side, in degrees, hides an eye, and the mesh guesses: of drawn people with open
    /// eyes one in twenty seemed to have them open by less than .52, of those who looked ahead one in a hundred by .81.
    private static let largestYaw = 60.0
    /// Where a head seems to turn by more degrees from one image to the next, something that covers it disturbs its mesh,
    /// and does so for a while.
    private static let (largestTurn, disturbedNanoseconds) = (6.0, 300_000_000 as Int64)
    /// An open eye of somebody of whom nothing is known yet.
    private static let usualRatio = 0.28
    /// A pitch means something against the mean of so many seconds, ...
    private static let leastSeconds = 1.0
    /// ... which forgets what is older.
    private static let longestSeconds = 20.0

    private var leftOpen = FaceExpression.openEye
    private var rightOpen = FaceExpression.openEye
    private var pitchMean = 0.0
    private var pitchSeconds = 0.0
    private var blinks = BlinkWatch()
    /// Of the last image.
    private var yaw: Double?
    /// The last that was told: beside another face it may be too unsure for that.
    private var knownYaw = 0.0
    private var nanosecondsSinceTurn = FaceExpression.disturbedNanoseconds
    /// The blink of which the last image told that it is over.
    var endedBlink: BlinkWatch.Blink? { blinks.endedBlink }

    /// The openness of both eyes and the mouth, 0...1; `nil` when unknown.
    private(set) var openness: (leftEye: Double, rightEye: Double, mouth: Double)?
    /// The pitch less its mean; `nil` when unknown.
    private(set) var relativePitch: Double?

    private static var openEye: RollingQuantile {
        RollingQuantile(largest: 0.8, share: 0.9, halfLife: 10, start: usualRatio, weight: 10)
    }

    /// Takes in what was seen `nanoseconds` after the last time.
    ///
    /// - Parameter isCrowded: whether another face is before it or behind: its mesh is partly of that one then.
    mutating func observe(_ face: DetectedFace, isCrowded: Bool = false, nanoseconds: Int64) {
        let seconds = Double(nanoseconds) * 1e-9
        observePitch(face.pitchAngle, seconds: seconds)
        observeTurn(face.yawAngle, nanoseconds: nanoseconds)
        knownYaw = face.yawAngle ?? knownYaw
        guard let openings = face.openings, abs(knownYaw) <= Self.largestYaw else {
            openness = nil
            return blinks.lose()
        }
        leftOpen.add(openings.leftEye, seconds: seconds)
        rightOpen.add(openings.rightEye, seconds: seconds)
        let (left, right) = (
            min(1, openings.leftEye / leftOpen.value), min(1, openings.rightEye / rightOpen.value)
        )
        openness = (left, right, min(1, openings.mouth))
        let isPlain =
            !isCrowded && face.bounds.width >= Self.plainWidth && abs(knownYaw) <= Self.plainYaw
            && nanosecondsSinceTurn >= Self.disturbedNanoseconds
        blinks.observe((left + right) / 2, isPlain: isPlain, nanoseconds: nanoseconds)
    }

    private mutating func observeTurn(_ seen: Double?, nanoseconds: Int64) {
        let turn = seen.flatMap { seen in yaw.map { abs(seen - $0) } } ?? 0
        nanosecondsSinceTurn =
            turn > Self.largestTurn
            ? 0 : min(nanosecondsSinceTurn + max(0, nanoseconds), Self.disturbedNanoseconds)
        yaw = seen
    }

    private mutating func observePitch(_ pitch: Double?, seconds: Double) {
        guard let pitch else {
            relativePitch = nil
            return
        }
        pitchSeconds = min(pitchSeconds + max(seconds, 1e-6), Self.longestSeconds)
        pitchMean += (pitch - pitchMean) * min(1, max(seconds, 1e-6) / pitchSeconds)
        relativePitch = pitchSeconds >= Self.leastSeconds ? pitch - pitchMean : nil
    }
}
