// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Decides when a recording that waits for faces begins and ends.
struct FaceTrigger {
    /// What is to be done at a frame.
    enum Decision: Hashable {
        case nothing, begin, end
    }

    private let postRoll: MediaTime
    private var lastFace: MediaTime?

    /// - Parameter postRoll: how long it goes on after the last face.
    init(postRoll: MediaTime) { self.postRoll = postRoll }

    /// Looks at the next frame that was analyzed, at its time in the movie.
    mutating func observe(hasFaces: Bool, at time: MediaTime) -> Decision {
        if hasFaces {
            defer { lastFace = time }
            return lastFace == nil ? .begin : .nothing
        }
        guard let last = lastFace, last.advanced(by: postRoll) <= time else { return .nothing }
        lastFace = nil
        return .end
    }
}
