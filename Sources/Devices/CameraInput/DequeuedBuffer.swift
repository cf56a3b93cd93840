// SPDX-License-Identifier: Apache-2.0
/// A filled buffer as `VIDIOC_DQBUF` hands it over; nothing in it is checked yet.
struct DequeuedBuffer: Equatable {
    var index: Int
    var bytesUsed: Int
    var sequence: UInt32
    /// Whether the driver says that the frame is damaged.
    var isDamaged = false
    /// When the frame was taken, on `CLOCK_MONOTONIC`; `nil` when the driver uses another clock.
    var nanoseconds: Int64?
}
