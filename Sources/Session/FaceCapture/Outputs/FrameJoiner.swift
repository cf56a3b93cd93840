// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// Brings frames together with what was found in them: each frame leaves once, in order, with its
/// observation, and what happened between two frames leaves between them.
///
/// A plain value that knows no threads. Frames and observations may come in any order to each other, and are
/// matched by their `FrameID`, which an output that is moved to an input beside its own may see twice, and their time.
/// Observations of frames that are not here and will not come are left out.
package struct FrameJoiner<Frame> {
    /// What leaves.
    package enum Element {
        /// A frame with what is known of it.
        case frame(ObservedFrame<Frame>)
        /// Something that happened between two frames.
        case notice(CaptureDelivery.Notice)
    }

    private enum Entry {
        case frame(CapturedFrame.Header, Frame?)
        case notice(CaptureDelivery.Notice)
    }

    /// Frames of which something is kept that may wait: of more the oldest leaves without its observation.
    private let capacity: Int
    /// Whether observations come.
    private var isObserved: Bool
    private var entries: [Entry] = []
    private var keptCount = 0
    private var observations: [FaceObservation] = []

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
        entries.append(.frame(header, frame))
        keptCount += frame == nil ? 0 : 1
    }

    /// Takes what happened after the newest frame.
    package mutating func append(_ notice: CaptureDelivery.Notice) {
        entries.append(.notice(notice))
    }

    /// Takes what was found in the next frame.
    package mutating func append(_ observation: FaceObservation) {
        guard isObserved else { return }
        if observations.count == capacity { observations.removeFirst() }
        observations.append(observation)
    }

    /// Observations come from here on.
    package mutating func beginObservations() {
        if !isObserved { observations = [] }
        isObserved = true
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
        case .frame(let header, let frame):
            let place = observations.firstIndex { $0.isOf(header) }
            if place == nil, isObserved, keptCount <= capacity, !isPassedOver { return nil }
            let observation = place.map { observations[$0] }
            if let place { observations.removeFirst(place + 1) }
            entries.removeFirst()
            keptCount -= frame == nil ? 0 : 1
            return .frame(ObservedFrame(header: header, frame: frame, observation: observation))
        }
    }

    /// Whether it is known already what was found in a frame after the oldest.
    private var isPassedOver: Bool {
        guard !observations.isEmpty else { return false }
        return entries.dropFirst().contains { entry in
            guard case .frame(let header, _) = entry else { return false }
            return observations.contains { $0.isOf(header) }
        }
    }
}

extension FaceObservation {
    fileprivate func isOf(_ header: CapturedFrame.Header) -> Bool {
        frame == header.id && presentationTime == header.presentationTime
    }
}
