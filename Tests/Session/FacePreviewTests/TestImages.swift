// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

@testable import FacePreview

/// Frames whose four quarters differ: red, green, blue and gray, read from the top left.
enum TestImages {
    static let width = 120
    static let height = 80
    /// Luma, Cb and Cr of the quarters, full range.
    private static let colors: [(UInt8, UInt8, UInt8)] = [
        (76, 85, 255), (150, 44, 21), (29, 255, 107), (128, 128, 128),
    ]

    static func quarters(
        _ format: PixelBuffer.Format = .i420, isFullRange: Bool = true,
        matrix: PixelBuffer.Matrix? = nil
    ) -> PixelBuffer {
        let pool = PixelBufferPool(
            format: format, width: width, height: height, isFullRange: isFullRange,
            matrix: matrix)
        return pool.makePixelBuffer { planes in
            for y in 0..<height {
                for x in 0..<width {
                    let color = colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]
                    set(color, x, y, format, planes)
                }
            }
        }
    }

    static func frame(
        _ format: PixelBuffer.Format = .i420, orientation: VideoOrientation = .upright,
        faces: [MetadataFaceObject] = []
    ) -> Preview.Frame {
        Preview.Frame(
            pixelBuffer: quarters(format), orientation: orientation,
            faces: faces, captureNanoseconds: 0)
    }

    /// Two faces that lean to both sides, the second one not seen in this frame.
    static let faces = [
        MetadataFaceObject(
            faceID: 1, bounds: Rect(x: 0.1, y: 0.4, width: 0.25, height: 0.4), rollAngle: 25,
            yawAngle: 10, pitchAngle: -5, confidence: 0.9,
            landmarks: FaceLandmarks(
                leftEye: Point(x: 0.2, y: 0.5), rightEye: Point(x: 0.28, y: 0.55),
                nose: Point(x: 0.22, y: 0.6), leftMouth: Point(x: 0.17, y: 0.68),
                rightMouth: Point(x: 0.24, y: 0.7))),
        MetadataFaceObject(
            faceID: 2, bounds: Rect(x: 0.6, y: 0.45, width: 0.2, height: 0.35), rollAngle: -30,
            confidence: 0.8, state: .predicted),
    ]

    private static func set(
        _ color: (UInt8, UInt8, UInt8), _ x: Int, _ y: Int, _ format: PixelBuffer.Format,
        _ planes: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]
    ) {
        func put(_ value: UInt8, _ plane: Int, _ column: Int, _ row: Int) {
            planes[plane].bytes.storeBytes(
                of: value, toByteOffset: row * planes[plane].bytesPerRow + column, as: UInt8.self)
        }
        let (luma, cb, cr) = color
        switch format {
        case .gray8: put(luma, 0, x, y)
        case .i420:
            put(luma, 0, x, y)
            put(cb, 1, x / 2, y / 2)
            put(cr, 2, x / 2, y / 2)
        case .nv12:
            put(luma, 0, x, y)
            put(cb, 1, x / 2 * 2, y / 2)
            put(cr, 1, x / 2 * 2 + 1, y / 2)
        case .yuyv:
            put(luma, 0, x * 2, y)
            put(x % 2 == 0 ? cb : cr, 0, x * 2 + 1, y)
        case .uyvy:
            put(luma, 0, x * 2 + 1, y)
            put(x % 2 == 0 ? cb : cr, 0, x * 2, y)
        case .bgr24, .bgra:
            let rgb = rgb(of: color)
            for (index, value) in [rgb.2, rgb.1, rgb.0].enumerated() {
                put(value, 0, x * (format == .bgra ? 4 : 3) + index, y)
            }
        case .depth16: break
        }
    }

    private static func rgb(of color: (UInt8, UInt8, UInt8)) -> (UInt8, UInt8, UInt8) {
        switch color.0 {
        case 76: (254, 0, 0)
        case 150: (0, 255, 1)
        case 29: (0, 0, 254)
        default: (128, 128, 128)
        }
    }
}
