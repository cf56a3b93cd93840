// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Decides from the samples that wait what goes into which fragment; it writes nothing.
///
/// A fragment is cut at half of the longest time that may be lost, or earlier at a sync sample of the
/// leading track, as soon as all frames and sounds before the cut are there. Metadata is waited for
/// only until the leading track is a quarter of that time further, audio until it is a second further, at the
/// start too: what comes later goes into a later fragment, unless the planner waits for late tracks. It never
/// waits for sparse ones.
struct FragmentPlanner: Sendable {
    private(set) var queues: [TrackQueue]
    /// Known when the movie has begun.
    private(set) var start: MovieStart?
    private let interval: Double
    private let waitsForLateTracks: Bool
    private let earliestStart: MediaTime?

    /// A fragment takes no more than about so many bytes of a track.
    private static let byteLimit = 1 << 28

    init(
        tracks: [MovieWriter.TrackDescription], interval: MediaTime, capacity: TrackQueue.Capacity,
        startTime: MediaTime? = nil, waitsForLateTracks: Bool = false
    ) {
        queues = tracks.enumerated().map {
            TrackQueue(description: $1, index: $0, capacity: capacity)
        }
        self.interval = interval.seconds
        earliestStart = startTime
        self.waitsForLateTracks = waitsForLateTracks
    }

    /// Whether a track's next sample has to wait.
    func isFull(track index: Int) -> Bool { queues[index].isFull }

    /// Appends a sample to a track that exists.
    mutating func append(_ sample: EncodedSample, toTrack index: Int) throws(FacecapError) {
        try queues[index].append(sample)
        beginTrack(index)
    }

    /// Nothing more will come for a track.
    mutating func finish(track index: Int) { queues[index].isFinished = true }

    /// Nothing more will come at all.
    mutating func finish() {
        for index in queues.indices { queues[index].isFinished = true }
    }

    // MARK: Start

    /// The start of the movie, once, as soon as it is known.
    mutating func begin() -> MovieStart? {
        guard start == nil else { return nil }
        let timed = queues.filter { !$0.description.isMetadata }
        let missing = timed.filter { !$0.hasBegun && !$0.isFinished }
        // Whoever feeds a full queue may be the one who feeds the others too.
        guard missing.isEmpty || isOverdue(missing) || queues.contains(where: \.isFull) else {
            return nil
        }
        let begun = timed.filter(\.hasBegun)
        let times = (begun.isEmpty ? queues : begun).compactMap(\.firstShown)
        guard let first = times.min() else { return nil }
        let time = min(first, earliestStart ?? first)
        let new = MovieStart(time: time, tracks: queues.map { $0.place(from: time) })
        start = new
        for index in queues.indices {
            queues[index].isLeftOut = new.tracks[index] == nil
            beginTrack(index)
        }
        return new
    }

    /// Whether only audio is missing, and what waits for it is long enough.
    private func isOverdue(_ missing: [TrackQueue]) -> Bool {
        guard !waitsForLateTracks, missing.allSatisfy(\.description.isAudio) else { return false }
        return queues.contains { !$0.description.isMetadata && $0.seconds >= longestWait }
    }

    /// Seconds that audio is waited for.
    private var longestWait: Double { max(1, interval) }

    private var begunTracks: Set<Int> = []

    private mutating func beginTrack(_ index: Int) {
        guard !begunTracks.contains(index), let mediaStart = start?.tracks[index]?.mediaStart
        else { return }
        queues[index].begin(atTicks: mediaStart)
        if !queues[index].samples.isEmpty { begunTracks.insert(index) }
    }

    // MARK: Fragments

    /// The next fragment, as soon as it is complete; `nil` when samples have to be waited for.
    mutating func nextFragment() -> Fragment? {
        guard start != nil else { return nil }
        if let cut = nextCut, isReached(cut) { return take(upTo: cut) }
        if queues.allSatisfy(\.isFinished) { return take(upTo: .infinity) }
        // Whoever feeds a full queue may be the one who feeds the others too.
        let full = queues.first(where: \.isFull)
        guard let full, let last = full.samples.last else { return nil }
        return take(upTo: min(nextCut ?? .infinity, time(of: last, in: full)))
    }

    /// The track whose samples say where fragments end: frames before audio before metadata.
    private var leader: TrackQueue? {
        let begun = queues.filter { start?.tracks[$0.index] != nil }
        let unfinished = begun.filter { !$0.isFinished }
        // In the end everything is there, and still not one large fragment.
        let candidates = unfinished.isEmpty ? begun.filter { !$0.samples.isEmpty } : unfinished
        return candidates.first { $0.description.isVideo }
            ?? candidates.first { !$0.description.isMetadata } ?? candidates.first
    }

    private var nextCut: Double? {
        guard let leader, let first = leader.samples.first else { return nil }
        let begin = time(of: first, in: leader)
        var bytes = first.bytes.count
        for sample in leader.samples.dropFirst() {
            let length = time(of: sample, in: leader) - begin
            let isKeyframe = leader.description.isVideo && sample.isSync && length >= interval / 4
            if isKeyframe || length >= interval / 2 || bytes >= Self.byteLimit {
                return begin + length
            }
            bytes += sample.bytes.count
        }
        return nil
    }

    private func isReached(_ cut: Double) -> Bool {
        let isFurther = { (seconds: Double) in
            leader.map { isReached(cut + seconds, by: $0) } ?? true
        }
        let isLate = isFurther(min(0.25, interval / 4))
        let isOverdue = isFurther(longestWait)
        return queues.allSatisfy { queue in
            if queue.isFinished || start?.tracks[queue.index] == nil { return true }
            if isReached(cut, by: queue) { return true }
            if queue.description.isSparse { return isLate }
            return !waitsForLateTracks && (queue.description.isMetadata ? isLate : isOverdue)
        }
    }

    private func isReached(_ cut: Double, by queue: TrackQueue) -> Bool {
        // Half a tick of tolerance: the scales of the tracks differ.
        queue.samples.last.map {
            time(of: $0, in: queue) >= cut - 0.5 / Double(queue.description.timescale)
        } ?? false
    }

    /// When a sample is due, in seconds of the movie: of reordered frames as many are shown by then as
    /// are decoded.
    private func time(of sample: QueuedSample, in queue: TrackQueue) -> Double {
        guard let track = start?.tracks[queue.index] else { return 0 }
        let skipped = queue.description.isVideo ? track.hiddenTicks : track.mediaTime
        let ticks = sample.decodeTicks - track.mediaStart - skipped
        return Double(ticks) / Double(queue.description.timescale) + track.delay.seconds
    }

    /// Where the frames that wait end, or the audio where there are none, in seconds of the time
    /// stamps.
    private var end: Double? {
        let timed = queues.filter { !$0.description.isMetadata }
        return timed.filter(\.description.isVideo).compactMap(\.end).max()
            ?? timed.compactMap(\.end).max()
    }

    private mutating func take(upTo cut: Double) -> Fragment? {
        var tracks: [Fragment.Track] = []
        let end = cut == .infinity ? self.end : nil
        for index in queues.indices {
            let queue = queues[index]
            guard let place = start?.tracks[index], let first = queue.samples.first else {
                continue
            }
            let isLast = queue.isFinished && cut == .infinity
            let before = queue.samples.firstIndex { time(of: $0, in: queue) >= cut }
            // The last one of metadata ends with the frames, which are not all there yet.
            let keepsLast = !queue.isFinished || queue.description.isMetadata && cut != .infinity
            let available = queue.samples.count - (keepsLast ? 1 : 0)
            let count = isLast ? queue.samples.count : min(before ?? .max, available)
            guard count > 0 else { continue }
            tracks.append(
                Fragment.Track(
                    index: index,
                    baseDecodeTime: UInt64(max(0, first.decodeTicks - place.mediaStart)),
                    samples: queues[index].take(
                        count, until: queue.description.isMetadata ? end : nil)))
        }
        return tracks.isEmpty ? nil : Fragment(tracks: tracks)
    }
}

extension TrackQueue {
    /// The first moment that is seen or heard.
    fileprivate var firstShown: MediaTime? {
        samples.first.map { first in
            MediaTime(
                value: first.decodeTicks + Int64(first.compositionOffset) + first.hiddenTicks
                    + description.primingTicks,
                timescale: description.timescale)
        }
    }

    /// How the track lies on the time line of a movie that begins at `time`.
    fileprivate func place(from time: MediaTime) -> MovieStart.Track? {
        let startTicks = time.ticks(perSecond: description.timescale) ?? firstShown?.value ?? 0
        if description.isMetadata {
            // Without samples too: whether all have ended by then is a matter of threads. It leaves with the last fragment.
            return MovieStart.Track(mediaStart: startTicks, mediaTime: 0, delay: .zero)
        }
        guard let first = samples.first else {
            guard description.isAudio, !isFinished else { return nil }
            // What comes later keeps its place.
            let primingTicks = description.primingTicks
            return MovieStart.Track(
                mediaStart: startTicks - primingTicks, mediaTime: primingTicks, delay: .zero)
        }
        // Negative where the first frame is shown before it is decoded, which no stream should say.
        let mediaTime = max(
            0, Int64(first.compositionOffset) + first.hiddenTicks + description.primingTicks)
        let shown = first.decodeTicks + mediaTime
        return MovieStart.Track(
            mediaStart: first.decodeTicks, mediaTime: mediaTime, hiddenTicks: first.hiddenTicks,
            delay: MediaTime(value: max(0, shown - startTicks), timescale: description.timescale))
    }
}
