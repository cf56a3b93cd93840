// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Where a user wants files to begin, and which stretches are to be in none, while the frames of those times are
/// still being encoded; decides without doing anything itself.
struct SplitRequests {
    /// What the last file that takes no more is.
    enum LastFile: Equatable {
        /// The one that frames go into, or that frames went into until the pause.
        case open
        /// One that is finished.
        case finished
        /// One whose frames have not come yet, so many behind the last one that was begun.
        case expected(Int)
    }

    private var splits: [MediaTime] = []
    private var discarded: [(after: MediaTime?, through: MediaTime)] = []

    /// The last frame before the last file that has not begun yet; `nil` where none is wanted.
    var lastSplit: MediaTime? { splits.last }

    /// The first frame after `time` with which decoding can begin begins a file.
    mutating func split(after time: MediaTime) { splits.append(time) }

    /// Whether a frame with which decoding can begin begins a file.
    func splits(at time: MediaTime) -> Bool { splits.contains { $0 < time } }

    /// Whether a frame is in no file.
    func discards(_ time: MediaTime) -> Bool {
        discarded.contains { range in
            time <= range.through && range.after.map { $0 < time } ?? true
        }
    }

    /// A file begins, or none can.
    mutating func settle(at time: MediaTime) {
        splits.removeAll { $0 < time }
        discarded.removeAll { $0.through < time }
    }

    /// Finds the last file that takes no more, and takes note of its frames that are still to come.
    ///
    /// - Parameter end: the last frame before the pause, where there is one.
    mutating func deleteLast(pausedAfter end: MediaTime?) -> LastFile {
        if let end {
            // They end the file that is to go.
            splits.removeAll { end <= $0 }
            discarded.append((splits.last, end))
            guard splits.popLast() != nil else { return .open }
            return .expected(splits.count + 1)
        }
        guard let next = splits.popLast() else { return .finished }
        discarded.append((splits.last, next))
        guard splits.popLast() != nil else { return .open }
        return .expected(splits.count + 1)
    }
}
