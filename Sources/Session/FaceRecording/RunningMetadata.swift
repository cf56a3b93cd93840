// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// What a client's metadata say at the times at which files may begin.
struct RunningMetadata {
    /// In the order of their times.
    private var samples: [RecordedSample] = []

    /// Takes note of a sample; what was kept for a file comes again, and is here already.
    mutating func append(_ recorded: RecordedSample) {
        guard recorded.track == .client,
            samples.last.map({ $0.time < recorded.time }) ?? true
        else { return }
        samples.append(recorded)
    }

    /// What says at `time` what holds since before; `nil` where nothing does, or a sample of that time says it.
    func sample(at time: MediaTime) -> RecordedSample? {
        guard let last = samples.last(where: { $0.time <= time }), last.time < time,
            let bytes = last.renewal
        else { return nil }
        return RecordedSample(
            track: .client, sample: EncodedSample(bytes: bytes, presentationTime: time),
            sampleEntry: last.sampleEntry)
    }

    /// Lets go of what no file needs that begins at `time` or later.
    mutating func removeAll(before time: MediaTime) {
        guard let index = samples.lastIndex(where: { $0.time <= time }) else { return }
        samples.removeFirst(index)
    }
}

extension RecordedSample {
    fileprivate var time: MediaTime { sample.presentationTime }
}
