// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// The newest samples, from a frame on with which decoding can begin.
struct PreRollBuffer {
    /// Frames are no further apart where none is missing.
    static let longestFrame = MediaTime(value: 2, timescale: 1)

    private let duration: MediaTime
    private let leader: RecordedTrack
    private var samples: [RecordedSample] = []
    /// The times of the frames with which decoding can begin.
    private var syncTimes: [MediaTime] = []

    /// - Parameters:
    ///   - duration: how much is kept at least, once there is so much.
    ///   - leader: the track with whose sync samples a movie begins.
    init(duration: MediaTime, leader: RecordedTrack) {
        self.duration = duration
        self.leader = leader
    }

    /// Where a movie would begin; `nil` where none could yet.
    var start: MediaTime? { syncTimes.first }

    /// Keeps a sample, and lets go of what is older than it has to be.
    mutating func append(_ recorded: RecordedSample) {
        passGap(before: recorded)
        samples.append(recorded)
        guard recorded.track == leader, recorded.sample.isSync else { return }
        let now = recorded.sample.shownTime
        syncTimes.append(now)
        guard let start = syncTimes.last(where: { $0.advanced(by: duration) <= now }),
            let first = syncTimes.first, first < start
        else { return }
        syncTimes.removeAll { $0 < start }
        let leading = samples.firstIndex {
            $0.track == leader && $0.sample.isSync && $0.sample.shownTime == start
        }
        // In the leading track by order of decoding, as frames may be shown in another one.
        samples = samples.enumerated().filter { position, recorded in
            recorded.track == leader
                ? position >= leading ?? 0 : recorded.sample.presentationTime >= start
        }.map(\.element)
    }

    /// Lets go of what is from before a gap between frames: a movie would begin with a frame that stands still as long,
    /// and without frames nothing else would ever be let go of.
    private mutating func passGap(before recorded: RecordedSample) {
        let now = recorded.sample.shownTime
        let latest = samples.last { $0.track == leader }?.sample.shownTime ?? .zero
        guard latest.advanced(by: duration).advanced(by: Self.longestFrame) < now else { return }
        let endsGap = recorded.track == leader
        if endsGap { syncTimes = [] }
        samples.removeAll { kept in
            kept.track == leader
                ? endsGap : kept.sample.presentationTime.advanced(by: duration) < now
        }
    }

    /// Hands over what is kept, in order, from the first frame with which decoding can begin, or from
    /// the last such frame that is not later than `time`.
    mutating func takeAll(from time: MediaTime? = nil) -> [RecordedSample] {
        defer {
            samples = []
            syncTimes = []
        }
        let latest = time.flatMap { time in syncTimes.last { $0 <= time } }
        guard let start = latest ?? syncTimes.first else { return [] }
        var hasBegun = false
        return samples.filter { recorded in
            guard recorded.track == leader else {
                return recorded.sample.presentationTime >= start
            }
            hasBegun =
                hasBegun || recorded.sample.isSync && recorded.sample.shownTime >= start
            return hasBegun
        }
    }
}
