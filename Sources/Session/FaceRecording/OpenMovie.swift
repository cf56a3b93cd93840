// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieWriting
internal import SystemSupport
internal import TimedMetadata

/// One file of a recording while samples go into it.
final class OpenMovie {
    let path: String
    let writer: MovieWriter
    let file: AtomicFile
    /// Whether the finished movie is another file, which takes the place of this one.
    let isRewritten: Bool
    /// What the movie does not say yet of its place in the recording.
    var unsaidPart: RecordingPart?
    /// Samples before it belong to an earlier file; `nil` in the first one, which takes all.
    let start: MediaTime?
    /// Whether it may not say yet what a client's metadata said before it.
    var awaitsMetadata: Bool
    /// When its first frame is shown.
    let beginning: MediaTime
    /// Whether it goes on where another file ends.
    let follows: Bool
    /// Where the next file begins, or nothing; `nil` while that is open.
    private(set) var end: MediaTime?
    private var size: MovieSize
    private(set) var newestTime: MediaTime?
    /// Of the frame that is shown before the newest one.
    private var previousTime: MediaTime?

    private let leader: RecordedTrack
    private let trackIndices: [RecordedTrack: Int]
    /// The tracks that may still have something for it.
    private(set) var waiting: Set<RecordedTrack>
    /// Whether its description says that the first packet of audio is not heard.
    private var awaitsPriming: Bool
    /// Of the track of the client's metadata.
    private var sampleEntry: [UInt8]?

    init(
        path: String, writer: MovieWriter, file: AtomicFile, isPrimed: Bool, isRewritten: Bool,
        start: MediaTime?, beginning: MediaTime, follows: Bool, leader: RecordedTrack,
        tracks: [RecordedTrack], size: MovieSize
    ) {
        self.path = path
        self.writer = writer
        self.file = file
        self.isRewritten = isRewritten
        self.start = start
        awaitsMetadata = start != nil
        self.beginning = beginning
        self.follows = follows
        self.leader = leader
        self.size = size
        awaitsPriming = isPrimed
        trackIndices = Dictionary(
            uniqueKeysWithValues: tracks.enumerated().map { ($0.element, $0.offset) })
        waiting = Set(tracks).subtracting([.markers, .stillImageTime, .client])
    }

    /// A little more than the bytes that the file will have.
    var byteCount: Int64 { size.byteCount }

    /// How many samples a track has.
    func sampleCount(of track: RecordedTrack) -> Int { size.sampleCounts[track] ?? 0 }

    /// Whether it takes no more frames.
    var hasAllFrames: Bool { !waiting.contains(leader) }

    /// Whether every track has gone past the end.
    var isComplete: Bool { end != nil && waiting.isEmpty }

    /// What comes at `time` or later goes elsewhere; of the frames either at once, or once they are
    /// decoded after it, as earlier ones may need them.
    func end(at time: MediaTime, closesLeader: Bool) {
        end = time
        if closesLeader { waiting.remove(leader) }
    }

    /// Whether a sample belongs here; takes note of tracks that have gone past the end.
    func takes(_ recorded: RecordedSample) -> Bool {
        let sample = recorded.sample
        if recorded.track == leader {
            // What is shown before a frame that is here already is decoded after that one, and belongs here too.
            if let end, isAheadOfFrames(sample),
                sample.decodeTime >= end || isBehindGap(sample, atEnd: end)
            {
                waiting.remove(leader)
            }
            return !hasAllFrames
        }
        // Reordered frames that are decoded before the end are shown until a little after it.
        if let end, sample.presentationTime >= end, isAheadOfFrames(sample) {
            waiting.remove(recorded.track)
            return false
        }
        return start.map { sample.presentationTime >= $0 } ?? true
    }

    /// Before the first audio of a file that goes on from an earlier one, writes a packet that is decoded
    /// and not heard.
    func primeAudio(
        with packet: EncodedSample?, before audio: EncodedSample
    ) throws(FacecapError) {
        defer { awaitsPriming = false }
        guard awaitsPriming, let packet, let duration = packet.duration else { return }
        let time = audio.presentationTime.since(duration)
        try append(
            RecordedSample(
                track: .audio,
                sample: EncodedSample(
                    bytes: packet.bytes, presentationTime: time, duration: duration)))
    }

    /// Writes a sample; waits while the disk is slow.
    func append(_ recorded: RecordedSample) throws(FacecapError) {
        guard let index = trackIndices[recorded.track] else { return }
        if let entry = recorded.sampleEntry, entry != sampleEntry {
            writer.changeSampleEntry(ofTrack: index, to: entry)
            sampleEntry = entry
        }
        try writer.append(recorded.sample, toTrack: index)
        size.add(recorded, isLeading: recorded.track == leader)
        let time = recorded.sample.presentationTime
        guard recorded.track == leader else { return }
        if isAheadOfFrames(recorded.sample) {
            (previousTime, newestTime) = (newestTime, time)
        } else {
            previousTime = max(previousTime ?? time, time)
        }
    }

    /// Whether a sample is shown after every frame that is here.
    private func isAheadOfFrames(_ sample: EncodedSample) -> Bool {
        newestTime.map { $0 < sample.presentationTime } ?? true
    }

    /// Whether decoding begins again after a gap in which the file ended: an encoder that holds frames back may count
    /// when the first of them is decoded from those before the gap.
    private func isBehindGap(_ sample: EncodedSample, atEnd end: MediaTime) -> Bool {
        let time = sample.presentationTime
        return sample.isSync && end <= time
            && newestTime.map { $0.advanced(by: PreRollBuffer.longestFrame) < time } ?? false
    }

    /// How long its frames are, without the newest one as long as another may follow; that is as long as the one before.
    var duration: MediaTime {
        guard let newestTime else { return .zero }
        let duration = newestTime.since(beginning)
        guard end != nil, let previousTime else { return duration }
        return duration.advanced(by: newestTime.since(previousTime))
    }
}
