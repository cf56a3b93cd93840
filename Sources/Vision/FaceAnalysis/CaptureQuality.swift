// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import Glibc

/// How good a photo of a face a frame would make.
///
/// It is the weighted geometric mean of five parts, each 0...1; each raises the whole, and one that is 0
/// makes it 0. An angle or a motion that is not known counts as one half.
///
///     quality = size^0.25 * sharpness^0.25 * frontality^0.25 * light^0.15 * stillness^0.10
///
/// It is a multiple of 1/16384, which the 32-bit floats of a movie hold exactly.
struct CaptureQuality {
    /// The face's side, the root of its area, over half the frame's shorter side; 1 from there on.
    var size: Double
    /// v / (v + 100), where v is the variance of the Laplacian of the face scaled to 48x48 pixels of luma in
    /// 0...255.
    var sharpness: Double
    /// (1 - |yaw| / 90) * (1 - |pitch| / 90); 0 beyond 90 degrees.
    var frontality: Double
    /// (1 - (2 * mean - 1)^2) * (1 - clipped), of the mean luma and the fraction of pixels that are black or white.
    var light: Double
    /// 1 / (1 + speed), of the speed in widths of the face a second.
    var stillness: Double

    /// The whole, 0...1.
    var value: Double {
        let parts = [
            (size, 0.25), (sharpness, 0.25), (frontality, 0.25), (light, 0.15), (stillness, 0.1),
        ]
        let product = parts.reduce(1) { product, part in
            product * pow(min(max(part.0, 0), 1), part.1)
        }
        return (product * 16_384).rounded() / 16_384
    }
}

extension CaptureQuality {
    /// The quality of an observed face.
    ///
    /// - Parameters:
    ///   - face: in pixels of the stored frame.
    ///   - sample: what the face looks like.
    ///   - imageSize: in pixels.
    ///   - speed: in widths of the face a second; `nil` when unknown.
    init(of face: MetadataFaceObject, _ sample: FaceSampling, imageSize: Size, speed: Double?) {
        let half = min(imageSize.width, imageSize.height) / 2
        size = half > 0 ? face.bounds.area.squareRoot() / half : 0
        sharpness = sample.laplacianVariance / (sample.laplacianVariance + 100)
        frontality = Self.frontality(face.yawAngle) * Self.frontality(face.pitchAngle)
        let deviation = 2 * sample.meanLuma - 1
        light = (1 - deviation * deviation) * (1 - sample.clippedShare)
        stillness = speed.map { 1 / (1 + max(0, $0)) } ?? 0.5
    }

    private static func frontality(_ degrees: Double?) -> Double {
        degrees.map { max(0, 1 - abs($0) / 90) } ?? 0.5
    }
}
