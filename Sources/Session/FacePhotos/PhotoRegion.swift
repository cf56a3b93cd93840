// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// A region of a photo as its file tells it, whoever wrote it; what the file does not say is absent.
///
/// Guidelines for Handling Image Metadata 2.0, "Image Region Metadata", with Apple's extensions.
package struct PhotoRegion: Sendable, Hashable {
    /// What faces are.
    static let faceType = "Face"

    /// Whether a region of a type is a face; one that does not say what it is counts as one.
    static func isFace(type: String?) -> Bool { type.map { $0 == faceType } ?? true }

    /// What it is, such as `Face`.
    package let type: String?
    /// Who it is.
    package let name: String?
    /// In the normalized stored image, origin top left; may reach beyond it. Those of a circle are the square around
    /// it, those of a point are empty.
    package let bounds: Rect
    /// Degrees, clockwise in the stored image.
    package let rollAngle: Double?
    /// Degrees.
    package let yawAngle: Double?
    /// 0...1.
    package let confidence: Double?
    /// The number by which a camera knows the face.
    package let faceID: Int?
    /// Meters from the camera.
    package let distance: Double?

    /// Whether it is a face, and not a pet or the focus.
    package var isFace: Bool { Self.isFace(type: type) }
}

extension PhotoRegion {
    /// Reads the region at a path of XMP; `nil` where it has no place.
    ///
    /// - Parameter imageSize: the stored image's, as the XMP says it, in pixels.
    init?(_ blocks: MetadataBlocks, at path: String, imageSize: Size?) {
        func number(_ name: String) -> Double? { blocks.numberOfXMP(path + name) }
        guard let x = number("/mwg-rs:Area/stArea:x"), let y = number("/mwg-rs:Area/stArea:y")
        else { return nil }
        var size = Size(width: 0, height: 0)
        if let width = number("/mwg-rs:Area/stArea:w"),
            let height = number("/mwg-rs:Area/stArea:h")
        {
            size = Size(width: width, height: height)
        } else if let diameter = number("/mwg-rs:Area/stArea:d"), diameter > 0 {
            // In units of the image's shorter side.
            let sides = imageSize ?? Size(width: 1, height: 1)
            let shorterSide = min(sides.width, sides.height)
            size = Size(
                width: diameter * (shorterSide / sides.width),
                height: diameter * (shorterSide / sides.height))
        }
        bounds = Rect(
            x: x - size.width / 2, y: y - size.height / 2, width: size.width, height: size.height)
        guard bounds.x.isFinite, bounds.y.isFinite else { return nil }
        let extensions = "/mwg-rs:Extensions/apple-fi:"
        type = blocks.textOfXMP(path + "/mwg-rs:Type")
        name = blocks.textOfXMP(path + "/mwg-rs:Name")
        rollAngle = number(extensions + "AngleInfoRoll")
        yawAngle = number(extensions + "AngleInfoYaw")
        confidence = number(extensions + "ConfidenceLevel").map { $0 / 1000 }
        distance = number("/mwg-rs:Extensions/facecap:Distance")
        faceID = number(extensions + "FaceID").flatMap { Int(exactly: $0) }
    }
}
