// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// The newest samples, from a frame on with which decoding can begin.
struct PreRollBuffer {
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

    /// Keeps a sample, and lets go of what is older than it has to be.
    mutating func append(_ recorded: RecordedSample) {
        samples.append(recorded)
        guard recorded.track == leader, recorded.sample.isSync else { return }
        let now = recorded.sample.presentationTime
        syncTimes.append(now)
        guard let start = syncTimes.last(where: { $0.advanced(by: duration) <= now }),
            let first = syncTimes.first, first < start
        else { return }
        syncTimes.removeAll { $0 < start }
        let leading = samples.firstIndex {
            $0.track == leader && $0.sample.presentationTime == start
        }
        var position = -1
        samples.removeAll { recorded in
            position += 1
            // In the leading track by order of decoding, as frames may be shown in another one.
            return recorded.track == leader
                ? position < leading ?? 0 : recorded.sample.presentationTime < start
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
                hasBegun || recorded.sample.isSync && recorded.sample.presentationTime >= start
            return hasBegun
        }
    }
}
