// SPDX-License-Identifier: Apache-2.0
/// Where captured audio lies on the host's clock, and what has to be done so that what is handed out
/// has neither gaps nor overlaps and stays with that clock.
///
/// A value without I/O. Audio is handed out at the nominal rate from the first moment on; each
/// stretch that is captured is compared with where the hand-out has come to.
struct AudioPlacement {
    /// What happens to the next captured stretch.
    struct Decision: Equatable {
        /// Sample frames of silence that go before it.
        var silentFrameCount = 0
        /// Sample frames at its start that are left out: their time is over already.
        var droppedFrameCount = 0
        /// How many more sample frames than were captured are to be handed out, in parts per million.
        var stretchPPM = 0.0
    }

    /// Audio that is farther from its time than this is moved at once, nearer one bit by bit.
    private static var jump: Int64 { 20_000_000 }
    /// The same after the device was started again.
    private static var jumpAfterRestart: Int64 { 1_000_000 }
    /// The seconds in which a small difference is made up for.
    private static var settlingSeconds: Double { 4 }
    /// The most that a difference alone may stretch: less than a twentieth of a semitone.
    private static var maximumCorrectionPPM: Double { 1500 }

    private let sampleRate: Int
    private var start: Int64?
    private var handedOutCount: Int64 = 0
    private var hasRestarted = false

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// The time of the next sample frame that is handed out; `nil` before the first.
    var nextNanoseconds: Int64? { start == nil ? nil : nanoseconds(ofFrame: handedOutCount) }

    /// The time of the `frame`th sample frame that is handed out.
    func nanoseconds(ofFrame frame: Int64) -> Int64 {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: Int64(sampleRate))
        return (start ?? 0) + seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(sampleRate)
    }

    /// The device was started again: the next stretch lies where its stamp says.
    mutating func restart() { hasRestarted = true }

    /// Begins the hand-out at `nanoseconds`, unless it has begun.
    mutating func begin(at nanoseconds: Int64) {
        if start == nil { start = nanoseconds }
    }

    /// Notes what was handed out.
    mutating func advance(by frameCount: Int) { handedOutCount += Int64(frameCount) }

    /// Decides on a stretch that was captured from `nanoseconds` on.
    ///
    /// - Parameters:
    ///   - frameCount: its sample frames.
    ///   - slope: how much longer than nominal a sample frame of the device lasts.
    mutating func place(_ frameCount: Int, at nanoseconds: Int64, slope: Double) -> Decision {
        begin(at: nanoseconds)
        let offset = nanoseconds - (nextNanoseconds ?? nanoseconds)
        let jump = hasRestarted && offset > 0 ? Self.jumpAfterRestart : Self.jump
        hasRestarted = false
        var decision = Decision(stretchPPM: slope * 1e6)
        if offset > jump {
            decision.silentFrameCount = frames(offset)
        } else if offset < -jump {
            decision.droppedFrameCount = min(frameCount, frames(-offset))
        } else {
            let correction = Double(offset) / 1e3 / Self.settlingSeconds
            decision.stretchPPM += max(
                -Self.maximumCorrectionPPM, min(Self.maximumCorrectionPPM, correction))
        }
        return decision
    }

    /// The sample frames that are missing until `nanoseconds`.
    func missingFrameCount(until nanoseconds: Int64) -> Int {
        nextNanoseconds.map { max(0, frames(nanoseconds - $0)) } ?? 0
    }

    private func frames(_ nanoseconds: Int64) -> Int {
        Int((Double(nanoseconds) * Double(sampleRate) / 1e9).rounded())
    }
}
