// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Walks the samples of one track in one movie fragment.
struct TrackFragmentCursor {
    private let fragments: [TrackFragment]
    private(set) var clock: SampleClock
    private var fragment = -1
    private var run = 0
    private var index = 0
    private var offset: Int64 = 0

    /// The track fragments of one track; `clock` serves where they do not say when they begin.
    init(_ fragments: [TrackFragment], clock: SampleClock) {
        self.fragments = fragments
        self.clock = clock
    }

    /// The next sample; `nil` after the last one.
    mutating func next() throws(BoxDamage) -> MovieSample? {
        while true {
            guard fragment >= 0, run < fragments[fragment].runs.count else {
                guard openFragment() else { return nil }
                continue
            }
            let current = fragments[fragment].runs[run]
            guard index < current.count else {
                run += 1
                index = 0
                continue
            }
            if index == 0 { offset = current.start }
            let sample = try current.sample(index, at: offset, clock: &clock)
            index += 1
            // The run's end is known to be within 64 bits.
            offset += Int64(sample.byteCount)
            return sample
        }
    }

    private mutating func openFragment() -> Bool {
        guard fragment + 1 < fragments.count else { return false }
        fragment += 1
        run = 0
        index = 0
        if let time = fragments[fragment].baseDecodeTime { clock = SampleClock(time) }
        return true
    }
}
