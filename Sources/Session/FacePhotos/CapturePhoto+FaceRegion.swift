// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CapturePhoto {
    /// A face as photos hold it: a region of the Metadata Working Group with Apple's extensions.
    ///
    /// Guidelines for Handling Image Metadata 2.0, "Image Region Metadata"; angles are whole degrees as
    /// iPhones write them.
    public struct FaceRegion: Sendable, Hashable {
        /// In the normalized stored image, origin top left; may reach beyond it.
        public let bounds: Rect
        /// 0...359, clockwise in the stored image; `nil` when unknown.
        public let rollAngle: Int?
        /// 0...359; `nil` when unknown.
        public let yawAngle: Int?
        /// 0...1000.
        public let confidenceLevel: Int
        /// Greater than 0.
        public let faceID: Int
        /// Meters from the camera; `nil` where nobody measured.
        public let distance: Double?
        /// Who it is; `nil` where nobody said so.
        public var name: String?
    }
}

extension CapturePhoto.FaceRegion {
    /// The region of a face whose position is that in the normalized stored image.
    public init(_ face: MetadataFaceObject) {
        bounds = face.bounds
        rollAngle = face.rollAngle.map(Self.wholeDegrees)
        yawAngle = face.yawAngle.map(Self.wholeDegrees)
        confidenceLevel = Int((min(max(face.confidence ?? 0, 0), 1) * 1000).rounded())
        faceID = face.faceID
        distance = face.distance
    }

    private static func wholeDegrees(_ degrees: Double) -> Int {
        guard degrees.isFinite else { return 0 }
        let turned = Int(degrees.remainder(dividingBy: 360).rounded())
        return (turned + 360) % 360
    }
}
