// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
internal import MediaCodecs

/// Stamps the frames of a live stream that has no times with those at which they arrive.
struct ArrivalClock {
    /// Ticks a second.
    static let timescale: Int32 = 90_000

    private var first: Int64?
    private var last: Int64 = -1

    /// Lets a stream count in the ticks of this clock, and forget the rate that libavformat made up.
    static func prepare(_ stream: UnsafeMutablePointer<AVStream>) {
        stream.pointee.time_base = AVRational(num: 1, den: timescale)
        stream.pointee.avg_frame_rate = AVRational(num: 0, den: 1)
        stream.pointee.r_frame_rate = AVRational(num: 0, den: 1)
    }

    /// The ticks since the first frame, more than those of the one before.
    mutating func ticks(atNanoseconds nanoseconds: Int64) -> Int64 {
        let first = first ?? nanoseconds
        self.first = first
        last = max(last + 1, (nanoseconds - first) / 10_000 * Int64(Self.timescale) / 100_000)
        return last
    }

    /// Stamps a packet that has just been read.
    mutating func stamp(_ packet: MediaPacket) {
        let ticks = ticks(atNanoseconds: MonotonicClock.nowNanoseconds)
        packet.pointer.pointee.pts = ticks
        packet.pointer.pointee.dts = ticks
        packet.pointer.pointee.duration = 0
    }
}
