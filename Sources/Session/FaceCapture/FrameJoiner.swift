// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Brings frames together with what was found in them: each frame leaves once, in order, with its
/// observation, and what happened between two frames leaves between them.
///
/// A plain value that knows no threads. Frames and observations may come in any order to each other, and are
/// matched by their `FrameID`, which ascend on both sides and begin again with another input. Observations
/// of frames that are not here and will not come are left out.
package struct FrameJoiner<Frame> {
    /// What leaves.
    package enum Element {
        /// A frame with what is known of it.
        case frame(ObservedFrame<Frame>)
        /// Something that happened between two frames.
        case notice(CaptureDelivery.Notice)
    }

    private enum Entry {
        case frame(Key, CapturedFrame.Header, Frame?)
        case notice(CaptureDelivery.Notice)
    }

    /// The identity of a frame among those of all inputs, one after the other.
    private struct Key: Comparable {
        let round: Int
        let id: FrameID

        static func < (left: Key, right: Key) -> Bool {
            (left.round, left.id) < (right.round, right.id)
        }
    }

    private struct Numbering {
        private var newest: Key?

        mutating func key(of id: FrameID) -> Key {
            let round = newest.map { id <= $0.id ? $0.round + 1 : $0.round } ?? 0
            let key = Key(round: round, id: id)
            newest = key
            return key
        }
    }

    /// Frames of which something is kept that may wait: of more the oldest leaves without its observation.
    private let capacity: Int
    /// Whether observations come.
    package private(set) var isObserved: Bool
    private var entries: [Entry] = []
    private var keptCount = 0
    private var frameNumbering = Numbering()
    private var observations: [(key: Key, observation: FaceObservation)] = []
    private var observationNumbering = Numbering()
    private var newestLeft: Key?

    /// A joiner in which nothing waits.
    ///
    /// - Parameters:
    ///   - isObserved: whether observations come; otherwise frames leave at once.
    ///   - capacity: frames of which something is kept that may wait for their observations, and
    ///     observations that may wait for their frames.
    package init(isObserved: Bool, capacity: Int) {
        self.isObserved = isObserved
        self.capacity = capacity
    }

    /// Whether another frame can be kept: if one is nevertheless, the oldest leaves too early.
    package var hasRoom: Bool { !isObserved || keptCount < capacity }

    /// Takes the next frame.
    ///
    /// - Parameter frame: what is kept of it; `nil` for nothing.
    package mutating func append(_ frame: Frame?, of header: CapturedFrame.Header) {
        entries.append(.frame(frameNumbering.key(of: header.id), header, frame))
        keptCount += frame == nil ? 0 : 1
    }

    /// Takes what happened after the newest frame.
    package mutating func append(_ notice: CaptureDelivery.Notice) {
        entries.append(.notice(notice))
    }

    /// Takes what was found in the next frame.
    package mutating func append(_ observation: FaceObservation) {
        let key = observationNumbering.key(of: observation.frame)
        guard isObserved, newestLeft.map({ $0 < key }) ?? true else { return }
        if observations.count == capacity { observations.removeFirst() }
        observations.append((key, observation))
    }

    /// No more observations come: no frame waits any longer.
    package mutating func endObservations() { isObserved = false }

    /// What leaves next; `nil` while the oldest frame waits for its observation.
    package mutating func next() -> Element? {
        guard let oldest = entries.first else { return nil }
        switch oldest {
        case .notice(let notice):
            entries.removeFirst()
            return .notice(notice)
        case .frame(let key, let header, let frame):
            observations.removeFirst(observations.prefix { $0.key < key }.count)
            if observations.isEmpty, isObserved, keptCount <= capacity { return nil }
            let isKnown = observations.first?.key == key
            entries.removeFirst()
            keptCount -= frame == nil ? 0 : 1
            newestLeft = key
            return .frame(
                ObservedFrame(
                    header: header, frame: frame,
                    observation: isKnown ? observations.removeFirst().observation : nil))
        }
    }
}
