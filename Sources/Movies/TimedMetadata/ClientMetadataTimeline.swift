// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Makes samples, one after the other, of metadata whose stretches may overlap.
///
/// A sample holds all that is known from its time on. What holds for long is said again each second, so that a
/// movie that ends suddenly has it.
package struct ClientMetadataTimeline: Sendable {
    /// What is known from a moment on.
    package struct Sample: Sendable, Hashable {
        /// When it begins.
        package let time: MediaTime
        /// What is known; nothing where there is none.
        package let items: [TimedMetadataGroup.Item]
        /// How many of the first items the sample before had too.
        package let continuedCount: Int
    }

    private struct Stretch {
        let items: [TimedMetadataGroup.Item]
        var start: MediaTime
        var end: MediaTime
        var hasBegun = false
    }

    private static let maximumCount = 4096
    private static let maximumByteCount = 1 << 19
    private static let refreshInterval = MediaTime(value: 1, timescale: 1)
    /// What ends so little before a frame ends with it: how long frames last is rounded.
    private static let tolerance = MediaTime(value: 500, timescale: 1_000_000)
    private static let tick = MediaTime(value: 1, timescale: 1_000_000)

    private var stretches: [Stretch] = []
    private var byteCount = 0
    private var lastTime: MediaTime?

    /// A time line of which nothing is known.
    package init() {}

    /// Takes up items that hold from `start` to `end`, or a little later where samples are made already.
    ///
    /// Throws `.invalidArgument` where too much is known at once.
    package mutating func add(
        _ items: [TimedMetadataGroup.Item], from start: MediaTime, until end: MediaTime
    ) throws(FacecapError) {
        let bytes = items.reduce(0) { $0 + $1.byteCount }
        guard stretches.count < Self.maximumCount, byteCount + bytes <= Self.maximumByteCount else {
            throw FacecapError(
                .invalidArgument,
                "The metadata of this moment, \(items.first?.key ?? ""), has no room beside what the"
                    + " recording has still to write: give less, or later.")
        }
        byteCount += bytes
        var stretch = Stretch(
            items: items, start: start, end: max(end, start.advanced(by: Self.tick)))
        if let earliest = lastTime?.advanced(by: Self.tick), start < earliest {
            stretch.end = stretch.end.advanced(by: earliest.since(start))
            stretch.start = earliest
        }
        stretches.append(stretch)
    }

    /// The samples that begin before `time`.
    ///
    /// - Parameter renews: whether what holds then is said again at `time`, where a file may begin.
    package mutating func samples(before time: MediaTime, renews: Bool = false) -> [Sample] {
        var samples: [Sample] = []
        while let next = nextTime, next.advanced(by: Self.tolerance) < time {
            samples.append(makeSample(at: next))
        }
        if renews, lastTime.map({ $0 < time }) ?? true,
            stretches.contains(where: { $0.start <= time })
        {
            samples.append(makeSample(at: time))
        }
        return samples
    }

    /// All samples that were not made yet; nothing begins later than `end`.
    package mutating func finish(at end: MediaTime, frameDuration: MediaTime) -> [Sample] {
        for index in stretches.indices where stretches[index].start > end {
            stretches[index].start = end
        }
        return samples(before: end.advanced(by: frameDuration))
    }

    private var nextTime: MediaTime? {
        var next = stretches.lazy.map { $0.hasBegun ? $0.end : $0.start }.min()
        if let lastTime, stretches.contains(where: \.hasBegun) {
            next = min(next ?? .zero, lastTime.advanced(by: Self.refreshInterval))
        }
        // Two samples cannot begin at once.
        return next.map { next in
            lastTime.map { max(next, $0.advanced(by: Self.tick)) } ?? next
        }
    }

    private mutating func makeSample(at time: MediaTime) -> Sample {
        let limit = time.advanced(by: Self.tolerance)
        let ended = stretches.filter { $0.hasBegun && $0.end <= limit }
        byteCount -= ended.reduce(0) { $0 + $1.items.reduce(0) { $0 + $1.byteCount } }
        stretches.removeAll { $0.hasBegun && $0.end <= limit }
        let continued = stretches.filter(\.hasBegun).flatMap(\.items)
        var items = continued
        for index in stretches.indices
        where !stretches[index].hasBegun && stretches[index].start <= time {
            stretches[index].hasBegun = true
            items += stretches[index].items
        }
        lastTime = time
        return Sample(time: time, items: items, continuedCount: continued.count)
    }
}

extension TimedMetadataGroup.Item {
    /// About how many bytes it takes.
    fileprivate var byteCount: Int {
        switch value {
        case .utf8(let text), .json(let text): 64 + text.utf8.count
        case .other(_, let bytes): 64 + bytes.count
        default: 64
        }
    }
}
