// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Decides when a recording that waits for faces begins and ends.
struct FaceTrigger {
    /// What is to be done at a frame.
    enum Decision: Hashable {
        case nothing
        /// With the last frame, not later than this, with which decoding can begin.
        case begin(from: MediaTime)
        case end
    }

    private let preRoll: MediaTime
    private let postRoll: MediaTime
    private var lastFace: MediaTime?

    /// - Parameters:
    ///   - preRoll: how long before the first face it begins at the latest.
    ///   - postRoll: how long it goes on after the last face.
    init(preRoll: MediaTime, postRoll: MediaTime) {
        (self.preRoll, self.postRoll) = (preRoll, postRoll)
    }

    /// Looks at the next frame that was analyzed, at its time in the movie.
    mutating func observe(hasFaces: Bool, at time: MediaTime) -> Decision {
        if hasFaces {
            defer { lastFace = time }
            return lastFace == nil ? .begin(from: time.since(preRoll)) : .nothing
        }
        guard let last = lastFace, last.advanced(by: postRoll) <= time else { return .nothing }
        lastFace = nil
        return .end
    }
}
