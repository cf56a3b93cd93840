// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What one sample of a face track says of the time it covers.
package enum FaceSample: Sendable, Hashable {
    /// Nothing: there was no frame, or none that anything is known of.
    case gap
    /// A frame and its faces, normalised in the stored frame with the origin top left.
    ///
    /// The number, and how the frame was looked at, are `nil` in tracks that have no key for it, such as
    /// those of iPhones.
    case frame(
        number: Int?, outcome: FrameLedger.Outcome, scan: FaceObservation.Scan? = nil,
        isCut: Bool = false,
        faces: [MetadataFaceObject], hiddenFaceIDs: [Int] = [], renamedFaceIDs: [FaceRename] = [])
}
