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
    /// In the normalized stored image, origin top left; may reach beyond it.
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
    init?(_ blocks: MetadataBlocks, at path: String) {
        func number(_ name: String) -> Double? {
            blocks.textOfXMP(path + name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
        }
        guard let x = number("/mwg-rs:Area/stArea:x"), let y = number("/mwg-rs:Area/stArea:y"),
            let width = number("/mwg-rs:Area/stArea:w"),
            let height = number("/mwg-rs:Area/stArea:h")
        else { return nil }
        let extensions = "/mwg-rs:Extensions/apple-fi:"
        type = blocks.textOfXMP(path + "/mwg-rs:Type")
        name = blocks.textOfXMP(path + "/mwg-rs:Name")
        bounds = Rect(x: x - width / 2, y: y - height / 2, width: width, height: height)
        rollAngle = number(extensions + "AngleInfoRoll")
        yawAngle = number(extensions + "AngleInfoYaw")
        confidence = number(extensions + "ConfidenceLevel").map { $0 / 1000 }
        distance = number("/mwg-rs:Extensions/facecap:Distance")
        faceID = number(extensions + "FaceID").flatMap { Int(exactly: $0) }
    }
}
