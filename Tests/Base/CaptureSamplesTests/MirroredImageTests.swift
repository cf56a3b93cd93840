// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@Suite struct MirroredImageTests {
    private func image(_ format: PixelBuffer.Format, width: Int, height: Int) -> PixelBuffer {
        var numbers = SeededNumbers.fresh()
        return PixelBufferPool(format: format, width: width, height: height).makePixelBuffer {
            for (index, plane) in $0.enumerated() {
                let (bytes, rows) = format.layout(plane: index, width: width, height: height)
                for row in 0..<rows {
                    for column in 0..<bytes {
                        plane.bytes.storeBytes(
                            of: UInt8.random(in: .min ... .max, using: &numbers),
                            toByteOffset: row * plane.bytesPerRow + column, as: UInt8.self)
                    }
                }
            }
        }
    }

    private func luma(_ image: PixelBuffer, _ x: Int, _ y: Int) -> UInt8 {
        let (step, offset) =
            switch image.format {
            case .yuyv: (2, 0)
            case .uyvy: (2, 1)
            case .bgr24: (3, 0)
            case .bgra: (4, 0)
            case .depth16: (2, 0)
            case .gray8, .nv12, .i420: (1, 0)
            }
        return image.planes[0].baseAddress.load(
            fromByteOffset: y * image.planes[0].bytesPerRow + step * x + offset, as: UInt8.self)
    }

    @Test(arguments: PixelBuffer.Format.allCases)
    func leftAndRightChangePlacesAndComeBack(format: PixelBuffer.Format) throws {
        for (width, height) in [(46, 6), (2, 2), (64, 3)] {
            let image = image(format, width: width, height: height)
            let mirrored = try VideoOrientation.mirrored.applied(to: image)
            for y in 0..<height {
                for x in 0..<width {
                    #expect(luma(mirrored, x, y) == luma(image, width - 1 - x, y))
                }
            }
            let back = try VideoOrientation.mirrored.applied(to: mirrored)
            for plane in image.planes.indices {
                let (bytes, rows) = format.layout(plane: plane, width: width, height: height)
                for row in 0..<rows {
                    for byte in 0..<bytes {
                        let (a, b) = (image.planes[plane], back.planes[plane])
                        #expect(
                            a.baseAddress.load(
                                fromByteOffset: row * a.bytesPerRow + byte, as: UInt8.self)
                                == b.baseAddress.load(
                                    fromByteOffset: row * b.bytesPerRow + byte, as: UInt8.self))
                    }
                }
            }
        }
    }

    @Test func memoryOfThePoolIsUsedAgain() throws {
        let image = image(.i420, width: 64, height: 48)
        var pool: PixelBufferPool?
        let first = try VideoOrientation.mirrored.applied(to: image, in: &pool)
            .planes[0].baseAddress
        let second = try VideoOrientation.mirrored.applied(to: image, in: &pool)
            .planes[0].baseAddress
        #expect(first == second)
    }
}
