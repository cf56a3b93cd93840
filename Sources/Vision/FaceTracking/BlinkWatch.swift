// SPDX-License-Identifier: Apache-2.0
/// Tells blinks from how open the eyes of one person are.
///
/// A blink lasts from the first image with closed eyes to the first with open ones. Who smiles meanwhile has eyes that open
/// less than before: those of a face that is seen plainly are open again where half of what they closed by is back in two
/// images. The blink ended with the first of the two then.
struct BlinkWatch {
    /// A blink that is over.
    struct Blink: Hashable {
        /// How long it took.
        let nanoseconds: Int64
        /// How long ago it ended.
        var ageNanoseconds: Int64 = 0
    }

    /// How open eyes are that closed, and that opened again, against the last second. The mesh sees eyes that are closed
    /// as half open and more.
    private static let (closed, opened) = (0.7, 0.85)
    /// The same of a small face or one that looks aside, where noise and the turn of the head are as large.
    private static let surelyClosed = 0.5
    private static let blinkNanoseconds: ClosedRange<Int64> = 60_000_000...500_000_000

    /// Eyes that are closed.
    private struct Closure {
        var nanoseconds: Int64 = 0
        var leastOpenness: Double
        /// How long they had been closed when half of it was back; `nil` where it is not.
        var halfOpenNanoseconds: Int64?

        /// The blink that they were, where they are open again; `closed` is how open eyes are at most that close, where
        /// half of it counts.
        mutating func end(_ openness: Double, usual: Double, closed: Double?) -> Blink? {
            if openness >= opened * usual { return Blink(nanoseconds: nanoseconds) }
            leastOpenness = min(leastOpenness, openness)
            guard let closed, openness >= max(closed, (leastOpenness + usual) / 2) else {
                halfOpenNanoseconds = nil
                return nil
            }
            if let halfOpenNanoseconds {
                return Blink(
                    nanoseconds: halfOpenNanoseconds,
                    ageNanoseconds: nanoseconds - halfOpenNanoseconds)
            }
            halfOpenNanoseconds = nanoseconds
            return nil
        }
    }

    /// How open the eyes were in the last second.
    private var recentlyOpen = RollingQuantile(
        largest: 1, share: 0.75, halfLife: 0.5, start: 1, weight: 2)
    /// `nil` while the eyes are open or nobody knows.
    private var closure: Closure?
    /// Whether they were open since it is known how open they are: when eyes closed that come into view so is not.
    private var wereOpen = false
    /// The blink of which the last image told that it is over.
    private(set) var endedBlink: Blink?

    /// Takes in that nobody knows.
    mutating func lose() { (closure, wereOpen, endedBlink) = (nil, false, nil) }

    /// Takes in how open both eyes are, 0...1, `nanoseconds` after the last time.
    mutating func observe(_ openness: Double, isPlain: Bool, nanoseconds: Int64) {
        endedBlink = nil
        let usual = recentlyOpen.value
        let closed = usual * (isPlain ? Self.closed : Self.surelyClosed)
        var isLong = false
        if var closure {
            closure.nanoseconds += nanoseconds
            isLong = closure.nanoseconds > Self.blinkNanoseconds.upperBound
            let end = closure.end(openness, usual: usual, closed: isPlain ? closed : nil)
            self.closure = end == nil ? closure : nil
            if let end, Self.blinkNanoseconds.contains(end.nanoseconds) { endedBlink = end }
        } else if openness >= closed {
            wereOpen = true
        } else if wereOpen {
            closure = Closure(leastOpenness: openness)
        }
        // Who looks down for longer than a blink has eyes that are less open.
        if closure == nil || isLong {
            recentlyOpen.add(openness, seconds: Double(nanoseconds) * 1e-9)
        }
    }
}
