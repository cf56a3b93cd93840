// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The frames in which most is wrong, for people to look at.
package struct WorstFrames: Sendable {
    /// What can be wrong with a frame.
    package enum Fault: Sendable, Hashable, CaseIterable {
        /// Faces were not found; the worst are the largest.
        case missed
        /// Faces were found where there are none; the worst are the surest.
        case falsePositive
        /// A person got another id.
        case changedID
        /// An angle is far from the true one.
        case angle
        /// A box lies aside of the true one.
        case box
    }

    /// One frame.
    package struct Entry: Sendable {
        /// What the frame is of, for people.
        package let title: String
        /// The number of the frame in the video, from 0; `nil` for an image that is no frame of one.
        package let number: Int?
        /// The file that holds the frame: a video, or an image.
        package let path: String
        /// The number of the frame in that file.
        package let frameInFile: Int
        /// What is there and what was found.
        package let comparison: FrameComparison
        /// How bad it is, for comparison with others of the same fault.
        fileprivate var badness = 0.0

        /// A frame that was compared.
        package init(
            title: String, number: Int?, path: String, frameInFile: Int,
            comparison: FrameComparison
        ) {
            self.title = title
            self.number = number
            self.path = path
            self.frameInFile = frameInFile
            self.comparison = comparison
        }

        /// Whether another frame is nearly the same one.
        fileprivate func isNear(_ other: Entry) -> Bool {
            guard title == other.title, let number, let otherNumber = other.number else {
                return path == other.path
            }
            return abs(number - otherNumber) < WorstFrames.spacing
        }
    }

    /// Of frames nearer than this only the worst is kept: the ones beside it show the same.
    private static let spacing = 30

    private let limit: Int
    private var entriesOfFault: [Fault: [Entry]] = [:]

    /// Keeps up to `limit` frames of each fault.
    package init(limit: Int) { self.limit = limit }

    /// The worst frames, the worst first.
    package func entries(of fault: Fault) -> [Entry] { entriesOfFault[fault] ?? [] }

    /// Enters a frame.
    package mutating func add(_ entry: Entry) {
        for fault in Fault.allCases {
            var entry = entry
            entry.badness = Self.badness(fault, of: entry.comparison)
            guard entry.badness > 0 else { continue }
            keep(entry, in: &entriesOfFault[fault, default: []])
        }
    }

    private func keep(_ entry: Entry, in entries: inout [Entry]) {
        let near = entries.filter(entry.isNear)
        // Of equal ones the first stays.
        guard near.allSatisfy({ $0.badness < entry.badness }) else { return }
        entries.removeAll(where: entry.isNear)
        let place = entries.firstIndex { $0.badness < entry.badness } ?? entries.endIndex
        entries.insert(entry, at: place)
        entries.removeLast(max(0, entries.count - limit))
    }

    private static func badness(_ fault: Fault, of frame: FrameComparison) -> Double {
        switch fault {
        case .missed: frame.missed.reduce(0) { $0 + $1.bounds.height }
        case .falsePositive: frame.falsePositives.reduce(0) { $0 + ($1.confidence ?? 0) }
        case .changedID: Double(frame.changed.count)
        case .angle:
            frame.matches.reduce(0) { max($0, $1.angleError) }
        case .box: frame.matches.reduce(0) { max($0, 1 - $1.overlap) }
        }
    }
}
