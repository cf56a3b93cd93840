// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import FaceValues
internal import MediaCodecs

/// When the frames of a file are shown, without a look at any.
package struct FrameIndex: Sendable, Hashable {
    /// Frames that follow each other after the same time.
    package struct Run: Sendable, Hashable {
        /// How many.
        package var count: Int
        /// Ticks of the stream from each to the next.
        package var step: Int64

        /// Frames after the same time.
        package init(count: Int, step: Int64) {
            self.count = count
            self.step = step
        }
    }

    /// More runs than this are not listed: some ten hours of frames at times that repeat nowhere.
    package static let maximumRunCount = 2_000_000

    /// The time of the first frame; its scale is that of all.
    package let start: MediaTime
    /// The steps from the first frame on, in the order in which frames are shown, each greater than 0.
    package let runs: [Run]
    /// How many frames there are.
    package let frameCount: Int

    /// Times that begin at `start`.
    package init(start: MediaTime, runs: [Run]) {
        self.start = start
        self.runs = runs
        frameCount = 1 + runs.reduce(0) { $0 + $1.count }
    }

    /// The times of some frames, given by ascending numbers below ``frameCount``.
    package func times(of numbers: [Int]) -> [MediaTime] {
        var times: [MediaTime] = []
        var (passed, ticks, run) = (0, start.value, 0)
        for number in numbers {
            while run < runs.count, passed + runs[run].count <= number {
                ticks += Int64(runs[run].count) * runs[run].step
                passed += runs[run].count
                run += 1
            }
            let rest = run < runs.count ? Int64(number - passed) * runs[run].step : 0
            times.append(MediaTime(value: ticks + rest, timescale: start.timescale))
        }
        return times
    }

    /// Reads the times of a file's frames; `nil` where the frames may not be those that the container lists, or one
    /// cannot begin to read anywhere: of any file but MP4, QuickTime, Matroska and WebM, where a time is missing or
    /// there twice, where a frame of VP8 is hidden, and where the first frames need others that are not there.
    ///
    /// - Throws: what `MediaFileSource` throws for a file that cannot be read.
    package static func read(_ opened: OpenedLocation) throws(FacecapError) -> FrameIndex? {
        let demuxer = try Demuxer(
            opened.location, file: opened.file, cancellation: opened.cancellation)
        guard demuxer.isRegularFile, demuxer.isIndexed,
            let stream = demuxer.bestStream(AVMEDIA_TYPE_VIDEO)
        else { return nil }
        demuxer.keepOnly([stream.pointee.index])
        let base = stream.pointee.time_base
        let isVP8 = stream.pointee.codecpar?.pointee.codec_id == AV_CODEC_ID_VP8
        let clock = StreamClock(numerator: base.num, denominator: base.den, frameRate: nil)
        let packet = try MediaPacket()
        var ticks: [Int64] = []
        var hasBegun = false
        while true {
            // A large file takes a while, in which much is read.
            opened.cancellation.beat()
            switch demuxer.read(into: packet) {
            case .packet:
                guard hasBegun || packet.isSync, !packet.isDamaged else { return nil }
                hasBegun = true
                // Of VP8, frames that are never shown have packets and times of their own.
                if isVP8, let first = packet.bytes.first, first & 0x10 == 0 { return nil }
                if packet.isDiscarded { continue }
                guard let time = clock.believed(packet.presentationTimestamp),
                    ticks.count < maximumRunCount
                else { return nil }
                ticks.append(time.value)
            case .endOfStream: return FrameIndex(ticks.sorted(), timescale: clock.timescale)
            case .cancelled, .failed: return nil
            }
        }
    }

    /// Times in ascending order; `nil` of none, where one is there twice, and where they are farther apart than 64 bits
    /// say.
    init?(_ ticks: [Int64], timescale: Int32) {
        guard let first = ticks.first, let last = ticks.last,
            !last.subtractingReportingOverflow(first).overflow
        else { return nil }
        var runs: [Run] = []
        for (before, next) in zip(ticks, ticks.dropFirst()) {
            let step = next - before
            guard step > 0 else { return nil }
            if runs.last?.step == step {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(count: 1, step: step))
            }
        }
        self.init(start: MediaTime(value: first, timescale: timescale), runs: runs)
    }
}
