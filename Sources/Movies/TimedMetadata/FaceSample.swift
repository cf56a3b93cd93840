// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What one sample of a face track says of the time it covers.
package enum FaceSample: Sendable, Hashable {
    /// Nothing: there was no frame, or none that anything is known of.
    case gap
    /// A frame and what was found in it.
    case frame(Frame)

    /// A frame and what was found in it, normalized in the stored frame with the origin top left.
    package struct Frame: Sendable, Hashable {
        /// Which frame it is, and how it was looked at: both `nil` in tracks that have no key for it, such as those of
        /// iPhones.
        package var number: Int?
        package var outcome: FrameLedger.Outcome
        package var scan: FaceObservation.Scan?
        package var isCut = false
        package var faces: [MetadataFaceObject]
        /// Faces that cannot be read, at least: without an id or a place, or not in the form of one.
        package var unreadableFaceCount = 0
        package var hiddenFaceIDs: [Int] = []
        package var renamedFaceIDs: [FaceRename] = []
        package var codes: FaceObservation.Codes?
        package var searchLimits: String?

        /// A frame and its faces.
        package init(
            number: Int?, outcome: FrameLedger.Outcome, faces: [MetadataFaceObject]
        ) {
            self.number = number
            self.outcome = outcome
            self.faces = faces
        }
    }

    /// The frame; `nil` of a gap.
    package var frame: Frame? { if case .frame(let frame) = self { frame } else { nil } }
}
