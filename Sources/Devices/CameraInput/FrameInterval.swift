// SPDX-License-Identifier: Apache-2.0
/// The time from one frame to the next, as a fraction of a second.
struct FrameInterval: Hashable {
    let numerator: UInt32
    let denominator: UInt32

    /// Whether it is a positive time of at most 10,000 s.
    var isPlausible: Bool { numerator > 0 && denominator > 0 && frameRate >= 0.0001 }

    /// Frames a second, of a plausible interval.
    var frameRate: Double { Double(denominator) / Double(numerator) }
}

extension FrameInterval {
    /// The interval of a rate in frames a second, 0.001...1000, to a thousandth of a frame.
    init(frameRate: Double) {
        let thousandths = (min(max(frameRate, 0.001), 1000) * 1000).rounded()
        let isWhole = thousandths.truncatingRemainder(dividingBy: 1000) == 0
        self.init(
            numerator: isWhole ? 1 : 1000,
            denominator: UInt32(isWhole ? thousandths / 1000 : thousandths))
    }
}
