// SPDX-License-Identifier: Apache-2.0
extension FaceTracker {
    /// That a face came or went, told once each.
    public enum Event: Sendable, Hashable {
        /// The face shows for the first time in the faces just returned.
        case found(faceID: Int)
        /// The face is given up; its id is never used again.
        case lost(faceID: Int)
        /// The face `from` is the person who had the id `to`; both ids stay as they are.
        case renamed(from: Int, to: Int)
    }
}
