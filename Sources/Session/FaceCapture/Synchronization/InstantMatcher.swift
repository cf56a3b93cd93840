// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Brings together what several outputs have of one instant; a plain value that knows no threads.
///
/// The first output leads: each of its frames is an instant, which lasts until the next one. Of the
/// others a frame belongs to the nearest instant, audio to all that it overlaps.
struct InstantMatcher {
    /// What an output delivers.
    enum Kind: Sendable { case frames, audio }

    /// An instant with what each output has of it.
    struct Instant: Sendable {
        let time: MediaTime
        let data: [CaptureSynchronizedData]
    }

    private struct Item {
        let data: CaptureSynchronizedData
        /// In seconds; of a frame both are the same.
        let start, end: Double
    }

    private struct OpenInstant {
        let time: MediaTime
        let deadlineNanoseconds: Int64
        var items: [Item?]

        /// Takes a frame, unless the output has a nearer one.
        mutating func take(_ item: Item, of output: Int) {
            let distance = abs(item.start - time.seconds)
            if let other = items[output], abs(other.start - time.seconds) <= distance { return }
            items[output] = item
        }
    }

    /// Instants and, of each output, samples that may wait.
    private static var maximumWaiting: Int { 256 }

    /// Audio that overlaps an instant by less, in seconds, only meets it: ends are sums that were rounded.
    private static var minimumOverlap: Double { 1e-6 }

    private let kinds: [Kind]
    private let maximumDelayNanoseconds: Int64?
    private var instants: [OpenInstant] = []
    private var waiting: [[Item]]
    /// The end of what each output has delivered, in seconds.
    private var reached: [Double]
    /// The end of what each output delivered that could not wait any longer for an instant, in seconds.
    private var lost: [Double]
    private var lastTakenSeconds = -Double.infinity

    /// - Parameters:
    ///   - kinds: of each output, the leading one first.
    ///   - maximumDelayNanoseconds: how long an instant waits for the outputs that are behind; `nil`
    ///     where they will come.
    init(_ kinds: [Kind], maximumDelayNanoseconds: Int64?) {
        self.kinds = kinds
        self.maximumDelayNanoseconds = maximumDelayNanoseconds
        waiting = kinds.map { _ in [] }
        reached = kinds.map { _ in -Double.infinity }
        lost = reached
    }

    /// When the oldest instant waits no longer, on `CLOCK_MONOTONIC`; `nil` where none waits.
    var deadlineNanoseconds: Int64? { instants.first?.deadlineNanoseconds }

    /// Takes what an output has, in the order of its times.
    mutating func add(
        _ data: CaptureSynchronizedData, at time: MediaTime, endSeconds: Double? = nil,
        of output: Int,
        nowNanoseconds: Int64
    ) {
        let start = time.seconds
        let end = endSeconds ?? start
        reached[output] = max(reached[output], end)
        guard output == 0 else {
            if waiting[output].count == Self.maximumWaiting {
                lost[output] = waiting[output].removeFirst().end
            }
            return waiting[output].append(Item(data: data, start: start, end: end))
        }
        let deadline = maximumDelayNanoseconds.map { nowNanoseconds + $0 } ?? .max
        var items = [Item?](repeating: nil, count: kinds.count)
        items[0] = Item(data: data, start: start, end: end)
        instants.append(OpenInstant(time: time, deadlineNanoseconds: deadline, items: items))
    }

    /// The oldest instant, once all outputs are past it or it waits no longer.
    ///
    /// - Parameters:
    ///   - idle: outputs from which nothing more comes for now.
    ///   - isLast: whether nothing more will be added.
    mutating func takeInstant(
        nowNanoseconds: Int64, idle: Set<Int> = [], isLast: Bool = false
    ) -> Instant? {
        assignFrames(isLast: isLast)
        guard let oldest = instants.first else { return nil }
        let isDue =
            isLast || oldest.deadlineNanoseconds <= nowNanoseconds
            || instants.count > Self.maximumWaiting
        guard isDue || kinds.indices.allSatisfy({ isPast($0, idle) }) else { return nil }
        let data = kinds.indices.map { output in
            audio(of: output) ?? oldest.items[output]?.data
                ?? .missing(hasNothing(output, idle) ? .none : .late)
        }
        instants.removeFirst()
        lastTakenSeconds = oldest.time.seconds
        let next = instants.first?.time.seconds ?? lastTakenSeconds
        for output in kinds.indices where kinds[output] == .audio {
            waiting[output].removeAll { $0.end <= next + Self.minimumOverlap }
        }
        return Instant(time: oldest.time, data: data)
    }

    /// Whether an output will have nothing more of the oldest instant.
    private func isPast(_ output: Int, _ idle: Set<Int>) -> Bool {
        let time = instants[0].time.seconds
        if let item = instants[0].items[output], item.start >= time { return true }
        let isIdle = idle.contains(output)
        if isIdle, waiting[output].allSatisfy({ $0.end <= time + Self.minimumOverlap }) {
            return true
        }
        guard let next = nextSeconds else { return false }
        if isIdle { return true }
        return switch kinds[output] {
        case .audio: reached[output] > next - Self.minimumOverlap
        case .frames: reached[output] > (time + next) / 2
        }
    }

    /// Whether an output never had anything of the oldest instant.
    private func hasNothing(_ output: Int, _ idle: Set<Int>) -> Bool {
        let time = instants[0].time.seconds
        let start = kinds[output] == .audio ? time : (lastTakenSeconds + time) / 2
        return isPast(output, idle) && lost[output] <= start
    }

    /// The beginning of the second oldest instant.
    private var nextSeconds: Double? { instants.dropFirst().first?.time.seconds }

    /// What an output of audio has of the oldest instant; `nil` where it has none.
    private func audio(of output: Int) -> CaptureSynchronizedData? {
        guard output > 0, kinds[output] == .audio else { return nil }
        let (start, end) = (instants[0].time.seconds, nextSeconds ?? .infinity)
        var buffers: [AudioSampleBuffer] = []
        for item in waiting[output]
        where item.end > start + Self.minimumOverlap && item.start < end - Self.minimumOverlap {
            if case .audio(let stretch) = item.data { buffers += stretch }
        }
        return buffers.isEmpty ? nil : .audio(buffers)
    }

    /// Gives waiting frames to the instants that are nearest; one that comes too late is left out.
    private mutating func assignFrames(isLast: Bool) {
        for output in kinds.indices.dropFirst() where kinds[output] == .frames {
            var decided = 0
            for item in waiting[output] {
                guard let after = indexOfInstant(atOrAfter: item.start, isLast: isLast) else {
                    break
                }
                decided += 1
                let before = after > 0 ? instants[after - 1].time.seconds : lastTakenSeconds
                let following = after < instants.count ? instants[after].time.seconds : .infinity
                let isNearerBefore = item.start - before < following - item.start
                let index = isNearerBefore ? after - 1 : after
                guard instants.indices.contains(index) else { continue }
                instants[index].take(item, of: output)
            }
            waiting[output].removeFirst(decided)
        }
    }

    /// The first instant that is not before a moment; `nil` while it may still come.
    private func indexOfInstant(atOrAfter seconds: Double, isLast: Bool) -> Int? {
        instants.firstIndex { $0.time.seconds >= seconds } ?? (isLast ? instants.count : nil)
    }
}
