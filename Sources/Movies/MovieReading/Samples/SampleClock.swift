// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Adds up the durations of samples; what 64 bits do not hold is damage.
struct SampleClock {
    /// When the next sample is decoded.
    private(set) var time: Int64

    init(_ time: Int64 = 0) { self.time = time }

    /// The times of the next sample; `box` is to blame when they make no sense.
    mutating func advance(by duration: UInt32, compositionOffset: Int32, _ box: FourCharacterCode)
        throws(BoxDamage) -> Int64
    {
        let decodeTime = time
        let (next, isTooLate) = decodeTime.addingReportingOverflow(Int64(duration))
        let isOutOfRange = decodeTime.addingReportingOverflow(Int64(compositionOffset)).overflow
        guard !isTooLate, !isOutOfRange else {
            throw BoxDamage(box, "has times beyond what 64 bits hold")
        }
        time = next
        return decodeTime
    }
}
