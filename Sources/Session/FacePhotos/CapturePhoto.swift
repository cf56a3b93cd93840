// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// A photo: a frame as an image file that stands upright, with the faces that were found in it.
public struct CapturePhoto: Sendable {
    /// Its number among those of one call, from 1.
    public let number: Int
    /// The whole file, a JPEG, PNG or HEIC.
    public let fileData: [UInt8]
    /// Where it was written; `nil` where nobody asked for that.
    public let path: String?
    /// Pixels a row of the photo.
    public let width: Int
    /// Rows of the photo.
    public let height: Int
    /// What is known of the frame, in the stored image.
    public let observation: FaceObservation
    /// The faces that were observed in the frame, in the normalized photo.
    public let faces: [MetadataFaceObject]
    /// How far things were; `nil` where that was not asked for, and where there was no depth image at the time.
    public let depth: Depth?
    /// What the file says of itself.
    public let metadata: Metadata
}
