// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A rate as whole ticks, so that the time of a frame is exact however many came before it.
///
/// Whole rates tick once a frame; those of television (24000/1001, 30000/1001, ...) keep their 1001,
/// every other rate is rounded to a thousandth of a frame a second.
struct FrameRate: Sendable, Hashable {
    let ticksPerSecond: Int32
    let ticksPerFrame: Int64

    init(framesPerSecond rate: Double) {
        let television = (rate * 1.001).rounded()
        if rate == rate.rounded() {
            (ticksPerSecond, ticksPerFrame) = (Int32(rate), 1)
        } else if abs(television / 1.001 - rate) < 0.005 {
            (ticksPerSecond, ticksPerFrame) = (Int32(television) * 1000, 1001)
        } else {
            (ticksPerSecond, ticksPerFrame) = (Int32((rate * 1000).rounded()), 1000)
        }
    }

    /// Frames a second.
    var framesPerSecond: Double { Double(ticksPerSecond) / Double(ticksPerFrame) }

    /// How long a frame is shown.
    var frameDuration: MediaTime { MediaTime(value: ticksPerFrame, timescale: ticksPerSecond) }

    /// When a frame begins, after the first one.
    func time(ofFrame index: Int) -> MediaTime {
        MediaTime(value: Int64(index) &* ticksPerFrame, timescale: ticksPerSecond)
    }

    /// The last frame that has begun so many nanoseconds after the first one.
    func frame(atNanoseconds nanoseconds: Int64) -> Int {
        let ticks = Int128(nanoseconds) * Int128(ticksPerSecond) / 1_000_000_000
        return Int(ticks / Int128(ticksPerFrame))
    }
}
