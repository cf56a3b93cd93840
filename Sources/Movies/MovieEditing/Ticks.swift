// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Conversions between time scales that neither overflow nor trap.
enum Ticks {
    /// Ticks of one scale in the nearest ones of another, clamped to what 62 bits hold.
    static func convert(_ ticks: Int64, from scale: Int32, to other: Int32) -> Int64 {
        guard scale != other else { return clamp(Int128(ticks)) }
        let product = Int128(ticks) * Int128(max(1, other))
        let half = Int128(max(1, scale)) / 2
        return clamp((product + (product < 0 ? -half : half)) / Int128(max(1, scale)))
    }

    /// A time in ticks of a scale.
    static func convert(_ time: MediaTime, to other: Int32) -> Int64 {
        convert(time.value, from: time.timescale, to: other)
    }

    /// The difference of two times of the same scale.
    static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        clamp(Int128(left) - Int128(right))
    }

    /// The sum of two times of the same scale.
    static func sum(_ left: Int64, _ right: Int64) -> Int64 { clamp(Int128(left) + Int128(right)) }

    private static func clamp(_ ticks: Int128) -> Int64 {
        Int64(max(-(1 << 62), min(1 << 62, ticks)))
    }
}
