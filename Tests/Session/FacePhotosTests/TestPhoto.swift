// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs

/// Images and faces by formula.
enum TestPhoto {
    static let width = 64
    static let height = 48

    /// A gray image that gets brighter to the right.
    static let image = PixelBufferPool(
        format: .gray8, width: width, height: height, isFullRange: true
    ).makePixelBuffer { planes in
        for y in 0..<height {
            for x in 0..<width {
                planes[0].bytes.storeBytes(
                    of: UInt8(x * 3), toByteOffset: y * planes[0].bytesPerRow + x, as: UInt8.self)
            }
        }
    }

    static func bytes(_ codec: ImageCodec) throws -> [UInt8] {
        try ImageEncoder(codec).encode(image)
    }

    static let faces = [
        MetadataFaceObject(
            faceID: 3, bounds: Rect(x: 0.125, y: 0.25, width: 0.25, height: 0.5), rollAngle: -15.4,
            yawAngle: 44.6, confidence: 0.875),
        MetadataFaceObject(
            faceID: 12, bounds: Rect(x: 0.9, y: -0.1, width: 0.2, height: 0.3), confidence: 0.5),
    ]
}
