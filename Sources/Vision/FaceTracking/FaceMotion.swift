// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

/// Where a face is and how it moves: center in pixels, logarithms of width and height.
///
/// All noise is relative to the size of the face, so that near and far faces are treated alike.
struct FaceMotion {
    /// Error of a detector's box and of the model, in face sizes; decides how far off a detection
    /// may lie in the very next frame.
    private static let slack = 0.15
    /// The largest error of the place of a face out of sight, in face sizes: however long nobody
    /// looked, what appears elsewhere is not the face.
    private static let reach = 1.0
    /// Error of the logarithm of a detector's width or height when faces are told apart.
    private static let sizeSlack = 0.22
    /// Error of a detector's box when its motion is estimated, in face sizes.
    private static let measurementError = 0.05
    /// The same of the box of a face that something hides a part of.
    private static let coveredError = 0.5
    /// What a face's speed may be when it is first seen, in face sizes a second.
    private static let initialSpeed = 2.0
    /// Change of speed, in face sizes a second per square root of a second.
    private static let agility = 2.0
    /// Seconds in which the speed of a face out of sight fades.
    private static let dampingSeconds = 1.5
    private static let sizeDynamics = KalmanAxis.Dynamics(
        accelerationDensity: 0.3 * 0.3, dampingSeconds: 0.3)

    private var x: KalmanAxis
    private var y: KalmanAxis
    private var logWidth: KalmanAxis
    private var logHeight: KalmanAxis

    /// A face first seen in `bounds`, which has an extent.
    init(_ bounds: Rect) {
        let size = bounds.area.squareRoot()
        let variance = square(FaceMotion.measurementError * size)
        let speed = square(FaceMotion.initialSpeed * size)
        let center = bounds.center
        x = KalmanAxis(position: center.x, variance: variance, velocityVariance: speed)
        y = KalmanAxis(position: center.y, variance: variance, velocityVariance: speed)
        let logVariance = square(FaceMotion.measurementError)
        logWidth = KalmanAxis(
            position: log(bounds.width), variance: logVariance, velocityVariance: 0.25)
        logHeight = KalmanAxis(
            position: log(bounds.height), variance: logVariance, velocityVariance: 0.25)
    }

    /// Where the face is thought to be.
    var bounds: Rect {
        let width = exp(logWidth.position)
        let height = exp(logHeight.position)
        return Rect(
            x: x.position - width / 2, y: y.position - height / 2, width: width, height: height)
    }

    /// Moves on by `seconds`, at least 0.
    mutating func predict(seconds: Double) {
        let dynamics = KalmanAxis.Dynamics(
            accelerationDensity: square(FaceMotion.agility * size),
            dampingSeconds: FaceMotion.dampingSeconds)
        x.predict(seconds: seconds, dynamics)
        y.predict(seconds: seconds, dynamics)
        logWidth.predict(seconds: seconds, FaceMotion.sizeDynamics)
        logHeight.predict(seconds: seconds, FaceMotion.sizeDynamics)
    }

    /// Takes in what a detector saw now.
    ///
    /// - Parameter isCovered: whether something hides a part of the face: its box says little then, and where it
    ///   goes to says nothing of the face's way.
    mutating func correct(_ bounds: Rect, isCovered: Bool = false) {
        guard !isCovered else { return correctCovered(bounds) }
        let variance = square(FaceMotion.measurementError * bounds.area.squareRoot())
        let center = bounds.center
        x.correct(center.x, variance: variance)
        y.correct(center.y, variance: variance)
        logWidth.correct(log(bounds.width), variance: square(FaceMotion.measurementError))
        logHeight.correct(log(bounds.height), variance: square(FaceMotion.measurementError))
    }

    /// Takes in, after a gap, what a detector saw before it and now as if the face had gone straight from one to
    /// the other: what was guessed meanwhile is forgotten, above all how fast the face was.
    ///
    /// Source: Cao et al., "Observation-centric SORT", CVPR 2023.
    ///
    /// - Parameter steps: at least one.
    mutating func correct(
        from last: Rect, to bounds: Rect, seconds: Double, steps: Int, isCovered: Bool
    ) {
        for step in 1...steps {
            predict(seconds: seconds / Double(steps))
            let part = Double(step) / Double(steps)
            correct(last.interpolated(to: bounds, part: part), isCovered: isCovered)
        }
    }

    private mutating func correctCovered(_ bounds: Rect) {
        let variance = square(FaceMotion.coveredError * bounds.area.squareRoot())
        let center = bounds.center
        x.correctPlace(center.x, variance: variance)
        y.correctPlace(center.y, variance: variance)
    }

    /// How badly a detection fits, as a negative logarithm of its likelihood (times 2, without
    /// constants): low when it is near and the face was known well, so that of two faces the one
    /// whose whereabouts are certain has the better claim.
    func misfit(_ bounds: Rect) -> Double {
        let center = bounds.center
        return placeTerm(center.x - x.position, x.variance)
            + placeTerm(center.y - y.position, y.variance)
            + sizeTerm(log(bounds.width) - logWidth.position, logWidth.variance)
            + sizeTerm(log(bounds.height) - logHeight.position, logHeight.variance)
    }

    private var size: Double { exp((logWidth.position + logHeight.position) / 2) }

    private func placeTerm(_ distance: Double, _ variance: Double) -> Double {
        let scale = square(size)
        let spread = min(variance / scale, square(FaceMotion.reach)) + square(FaceMotion.slack)
        return square(distance) / (scale * spread) + log(spread)
    }

    private func sizeTerm(_ distance: Double, _ variance: Double) -> Double {
        square(distance) / (variance + square(FaceMotion.sizeSlack))
    }
}

extension Rect {
    /// The rectangle that is a part, 0...1, of the way to another one.
    fileprivate func interpolated(to other: Rect, part: Double) -> Rect {
        Rect(
            x: x + part * (other.x - x), y: y + part * (other.y - y),
            width: width + part * (other.width - width),
            height: height + part * (other.height - height))
    }
}

private func square(_ value: Double) -> Double { value * value }
