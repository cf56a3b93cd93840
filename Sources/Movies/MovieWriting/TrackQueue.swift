// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieBoxes

/// The samples of one track that are not in a fragment yet, all on the track's time scale.
struct TrackQueue: Sendable {
    /// How much may wait.
    struct Capacity: Sendable, Equatable {
        var sampleCount: Int
        var byteCount: Int
    }

    let description: MovieWriter.TrackDescription
    let index: Int
    let capacity: Capacity
    private(set) var samples: [QueuedSample] = []
    private var byteCount = 0
    /// Whether nothing more will come.
    var isFinished = false
    /// Whether the movie began without the track, which can have no samples then.
    var isLeftOut = false
    /// Whether a sample ever came.
    private(set) var hasBegun = false
    private var lastTime: MediaTime?
    private var lastTicks: Int64?
    private var lastDuration: UInt32?
    /// When the sample is shown that is shown last; of reordered ones it may be taken before others.
    private var latestShown: Int64?

    init(description: MovieWriter.TrackDescription, index: Int, capacity: Capacity) {
        self.description = description
        self.index = index
        self.capacity = capacity
    }

    /// Whether a further sample has to wait; a single one never makes it so, because the newest sample
    /// is held back until its duration is known.
    var isFull: Bool {
        samples.count >= max(2, capacity.sampleCount)
            || (samples.count >= 2 && byteCount >= capacity.byteCount)
    }

    /// Appends a sample; throws `.invalidArgument` for one that no movie can hold, and nothing changes.
    mutating func append(_ sample: EncodedSample) throws(FacecapError) {
        guard !isFinished else {
            throw FacecapError(
                .invalidState, "Track \(index) of the movie is finished: append before that.")
        }
        guard !isLeftOut else {
            throw FacecapError(
                .invalidState,
                "Track \(index) of the movie has its first sample after the movie had to begin without"
                    + " it: append it earlier, or let more samples wait (queueCapacity).")
        }
        guard sample.bytes.count <= MovieWriter.TrackDescription.maximumSampleSize else {
            throw .sample("has \(sample.bytes.count) bytes: give at most 512 MiB", track: index)
        }
        if let lastTime, sample.decodeTime <= lastTime {
            throw .sample(
                "is decoded at \(sample.decodeTime.seconds) s, not after the one before: "
                    + "append in decoding order", track: index)
        }
        guard let decodeTicks = sample.decodeTime.ticks(perSecond: description.timescale),
            let shown = sample.presentationTime.ticks(perSecond: description.timescale),
            let offset = Int32(exactly: shown - decodeTicks)
        else {
            throw .sample("has a time out of all bounds: give times near the others", track: index)
        }
        // Two moments of a finer scale may fall on one tick; the second then takes the next.
        let ticks = lastTicks.map { max(decodeTicks, $0 + 1) } ?? decodeTicks
        if let lastTicks, ticks - lastTicks > longestStep {
            throw .sample(
                "comes more than \(UInt32.max) ticks after the one before: use a coarser time scale",
                track: index)
        }
        bridge(upTo: ticks)
        let duration = sample.duration?.ticks(perSecond: description.timescale)
        let shownAgain = sample.shownTime.ticks(perSecond: description.timescale) ?? shown
        push(
            QueuedSample(
                bytes: sample.bytes, decodeTicks: ticks,
                compositionOffset: Int32(clamping: Int64(offset) - (ticks - decodeTicks)),
                duration: duration.flatMap { $0 > 0 ? UInt32(exactly: $0) : nil },
                isSync: sample.isSync, hiddenTicks: max(0, shownAgain - shown)))
        lastTime = sample.decodeTime
        lastTicks = ticks
    }

    /// How many ticks after the last sample one may come; of metadata others bridge what no single one can last.
    private var longestStep: Int64 {
        let bridges = description.isMetadata ? Self.maximumBridges * Self.bridgeTicks : 0
        return Int64(UInt32.max) + Int64(bridges)
    }

    /// Puts samples that say nothing into a distance that no single one can last.
    private mutating func bridge(upTo ticks: Int64) {
        while let lastTicks, ticks - lastTicks > Int64(UInt32.max) {
            let next = lastTicks + Int64(Self.bridgeTicks)
            push(.null(at: next))
            self.lastTicks = next
        }
    }

    /// How many ticks a sample lasts that is put into a distance.
    private static var bridgeTicks: Int { Int(UInt32.max / 2) }

    /// 50 days of microseconds; what is farther away is a mistake.
    private static var maximumBridges: Int { 2048 }

    private mutating func push(_ sample: QueuedSample) {
        let shown = sample.decodeTicks + Int64(sample.compositionOffset)
        latestShown = max(latestShown ?? shown, shown)
        samples.append(sample)
        byteCount += sample.bytes.count
        hasBegun = true
    }

    /// Seconds from the first sample that waits to the last one.
    var seconds: Double {
        guard let first = samples.first, let last = samples.last else { return 0 }
        return Double(last.decodeTicks - first.decodeTicks) / Double(description.timescale)
    }

    /// Lets the track begin at a moment: what is older goes, and until its first sample metadata
    /// say nothing.
    mutating func begin(atTicks start: Int64) {
        let old = samples.prefix { $0.decodeTicks < start }
        samples.removeFirst(old.count)
        byteCount -= old.reduce(0) { $0 + $1.bytes.count }
        guard description.isMetadata, let first = samples.first else { return }
        // As many as it takes: no single one lasts longer than a number of 32 bits says.
        let nulls = stride(from: start, to: first.decodeTicks, by: Int(UInt32.max))
            .prefix(Self.maximumBridges).map(QueuedSample.null)
        samples.insert(contentsOf: nulls, at: 0)
        byteCount += nulls.reduce(0) { $0 + $1.bytes.count }
    }

    /// Where what waits ends, in seconds of the time stamps; `nil` when nothing does.
    var end: Double? {
        guard let shown = latestShown, let last = samples.last else { return nil }
        let before = samples.dropLast().last.map {
            UInt32(clamping: last.decodeTicks - $0.decodeTicks)
        }
        let duration = last.duration ?? before ?? duration(ofLast: last)
        return Double(shown + Int64(duration)) / Double(description.timescale)
    }

    /// Takes the first samples out, each with its duration.
    ///
    /// - Parameter end: up to when the last sample of all lasts, in seconds of the time stamps.
    mutating func take(_ count: Int, until end: Double? = nil) -> [FragmentSample] {
        let taken = samples.indices.prefix(count).map { index in
            let sample = samples[index]
            var duration = duration(ofLast: sample)
            if samples.indices.contains(index + 1) {
                // Differences of neighbors were checked when the samples came.
                duration = UInt32(clamping: samples[index + 1].decodeTicks - sample.decodeTicks)
            } else if let end {
                let rest =
                    (end * Double(description.timescale)).rounded()
                    - Double(sample.decodeTicks)
                duration = rest >= 1 ? UInt32(exactly: rest) ?? duration : duration
            }
            lastDuration = duration
            return FragmentSample(
                bytes: sample.bytes,
                run: TrackRunBox.Sample(
                    duration: duration, size: UInt32(truncatingIfNeeded: sample.bytes.count),
                    isSync: sample.isSync, compositionOffset: sample.compositionOffset),
                isHidden: sample.hiddenTicks > 0 || description.isMetadata && sample.isNull)
        }
        byteCount -= taken.reduce(0) { $0 + $1.bytes.count }
        samples.removeFirst(taken.count)
        return taken
    }

    /// How long a sample lasts that no other one follows yet.
    private func duration(ofLast sample: QueuedSample) -> UInt32 {
        sample.duration ?? lastDuration ?? description.usualSampleTicks
    }
}
