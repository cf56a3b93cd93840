// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Counts sample frames from the first time stamp on, and says where the stamps leave the count.
package struct AudioTimeline {
    /// What has to happen before a stretch of audio is appended.
    package struct Correction: Equatable {
        /// Sample frames of silence that go before it.
        package var insertedFrameCount = 0
        /// Sample frames at its start that are left out.
        package var droppedFrameCount = 0
    }

    private let sampleRate: Int32
    /// The tick at which the next sample frame is due, on a scale of the sample rate.
    private var next: Int64?

    /// Stamps that are off by less than this are taken for jitter.
    private static let toleranceMilliseconds: Int64 = 50
    /// A longer gap is no gap: somebody set a clock.
    private static let maximumGapSeconds: Int64 = 3600

    /// A time line that begins with the first stretch of audio.
    package init(sampleRate: Int32) { self.sampleRate = sampleRate }

    /// Places a stretch of audio; times are those of its first sample frame.
    package mutating func place(
        _ time: MediaTime, frameCount: Int
    ) throws(FacecapError) -> Correction {
        guard let ticks = time.ticks(perSecond: sampleRate) else { throw .audioOutOfReach(time) }
        guard let due = next else {
            next = ticks + Int64(frameCount)
            return Correction()
        }
        let offset = ticks - due
        var correction = Correction()
        if offset > Int64(sampleRate) * Self.maximumGapSeconds {
            throw FacecapError(
                .invalidArgument,
                "Audio at \(time.seconds) s is more than an hour after the audio before; check its "
                    + "time stamp.")
        }
        if offset.magnitude * 1000 > UInt64(Int64(sampleRate) * Self.toleranceMilliseconds) {
            correction.insertedFrameCount = Int(max(0, offset))
            correction.droppedFrameCount = Int(min(Int64(frameCount), max(0, -offset)))
        }
        next =
            due
            + Int64(correction.insertedFrameCount + frameCount - correction.droppedFrameCount)
        return correction
    }
}
