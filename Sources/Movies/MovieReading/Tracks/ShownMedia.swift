// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Which edit of a track shows each moment of its media: found in logarithmic time, however many edits there are.
///
/// The first edit that shows a moment counts, and every edit as if it ran at its normal speed.
struct ShownMedia: Sendable {
    /// A stretch of the movie, in its ticks.
    struct Edit {
        /// When it begins.
        let start: Int128
        /// How long it is; 0 for all that follows.
        let length: Int128
        /// The moment of the media with which it begins.
        let mediaTime: Int64
    }

    /// Those that show something.
    private let edits: [Edit]
    /// Where the media goes over to another edit, or to what is not shown, ascending.
    private let bounds: [Int128]
    /// Behind each of ``bounds`` the index in ``edits``; `nil` for what is not shown.
    private let shown: [Int?]

    /// What a track's edits show, on the scales of the track and of the movie.
    init(_ list: [MovieEdit], timescale: Int32, movieTimescale: Int32) {
        var (edits, time): ([Edit], Int128) = ([], 0)
        for edit in list {
            let length = Int128(edit.segmentDuration)
            if let mediaTime = edit.mediaTime {
                edits.append(Edit(start: time, length: length, mediaTime: mediaTime))
            }
            time += length
        }
        self.edits = edits
        let (scale, movieScale) = (Int128(timescale), Int128(movieTimescale))
        let ranges = edits.map { edit -> Range<Int128> in
            let begin = Int128(edit.mediaTime)
            // Its last moment begins within it.
            let ticks = (edit.length * scale + movieScale - 1) / movieScale
            return begin..<(edit.length == 0 ? .max : begin + ticks)
        }
        bounds = ranges.flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
        var shown = [Int?](repeating: nil, count: bounds.count)
        // Of each bound the next one behind which no edit is known, or the end: none is passed over twice.
        var next = Array(0...bounds.count)
        func free(_ place: Int) -> Int {
            var place = place
            while next[place] != place {
                next[place] = next[next[place]]
                place = next[place]
            }
            return place
        }
        for (index, range) in ranges.enumerated() {
            var place = free(Self.count(of: bounds, before: range.lowerBound))
            while place < bounds.count, bounds[place] < range.upperBound {
                shown[place] = index
                next[place] = place + 1
                place = free(place + 1)
            }
        }
        self.shown = shown
    }

    /// The edit that shows a moment; `nil` where none does.
    func edit(at time: Int64) -> Edit? {
        let count = Self.count(of: bounds, before: Int128(time) + 1)
        return count > 0 ? shown[count - 1].map { edits[$0] } : nil
    }

    /// The first moment from `time` on that an edit shows; `nil` behind the last one.
    func firstMoment(from time: Int64) -> Int64? {
        let count = Self.count(of: bounds, before: Int128(time) + 1)
        if count > 0, shown[count - 1] != nil { return time }
        return shown[count...].firstIndex { $0 != nil }.flatMap { Int64(exactly: bounds[$0]) }
    }

    /// How many bounds come before a moment.
    private static func count(of bounds: [Int128], before time: Int128) -> Int {
        var (low, high) = (0, bounds.count)
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
