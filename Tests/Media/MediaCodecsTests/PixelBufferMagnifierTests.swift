// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import MediaCodecs

/// Frames of which the middle is shown, compared with what is drawn there.
@Suite struct PixelBufferMagnifierTests {
    private static let formats = PixelBuffer.Format.allCases.filter { $0 != .depth16 }

    /// An image whose middle half is drawn like the whole, four times as large, of another one: here a slope of luma
    /// from left to right, or from top to bottom, and even chroma.
    private static func slope(
        _ format: PixelBuffer.Format, width: Int, height: Int, isVertical: Bool
    ) -> PixelBuffer {
        PixelBufferPool(format: format, width: width, height: height).makePixelBuffer { planes in
            for (index, plane) in planes.enumerated() {
                let layout = format.layout(plane: index, width: width, height: height)
                for row in 0..<layout.rows {
                    for byte in 0..<layout.bytesPerRow {
                        let column = byte * width / layout.bytesPerRow
                        let level = isVertical ? 40 + 160 * row / height : 40 + 160 * column / width
                        let isLuma =
                            switch format {
                            case .yuyv: byte % 2 == 0
                            case .uyvy: byte % 2 == 1
                            case .bgra: byte % 4 != 3
                            default: index == 0
                            }
                        plane.bytes.storeBytes(
                            of: isLuma ? UInt8(level) : 128,
                            toByteOffset: row * plane.bytesPerRow + byte,
                            as: UInt8.self)
                    }
                }
            }
        }
    }

    @Test(arguments: formats, [false, true])
    func theMiddleHalfBecomesTheWhole(format: PixelBuffer.Format, isVertical: Bool) throws {
        let magnifier = try PixelBufferMagnifier()
        for (width, height) in [(320, 240), (321, 241), (64, 48)] {
            let image = Self.slope(format, width: width, height: height, isVertical: isVertical)
            let zoom = VideoZoom(factor: 2, width: width, height: height)
            let shown = try magnifier.magnify(image, by: zoom)
            #expect((shown.width, shown.height, shown.format) == (width, height, format))
            let luma: (PixelBuffer, Int, Int) -> Int = { image, x, y in
                let sample =
                    switch format {
                    case .yuyv: 2 * x
                    case .uyvy: 2 * x + 1
                    case .bgr24: 3 * x
                    case .bgra: 4 * x
                    default: x
                    }
                return Int(
                    image.planes[0].baseAddress.load(
                        fromByteOffset: y * image.planes[0].bytesPerRow + sample, as: UInt8.self))
            }
            for (x, y) in [
                (8, 8), (width / 2, height / 2), (width - 9, height - 9), (width / 4, 20),
            ] {
                let place = zoom.wholeFromZoomed.apply(
                    Point(
                        x: (Double(x) + 0.5) / Double(width), y: (Double(y) + 0.5) / Double(height))
                )
                let share = isVertical ? place.y : place.x
                #expect(
                    abs(Double(luma(shown, x, y)) - (40 + 160 * share)) < 3.5,
                    "\(x),\(y) of \(width)x\(height)")
            }
        }
    }

    @Test(arguments: formats)
    func theSmallestImagesKeepTheirColour(format: PixelBuffer.Format) throws {
        let magnifier = try PixelBufferMagnifier()
        for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (2, 2), (5, 4), (18, 7), (6, 90)] {
            let image = PixelBufferPool(format: format, width: width, height: height)
                .makePixelBuffer { planes in
                    for (index, plane) in planes.enumerated() {
                        let rows = format.layout(plane: index, width: width, height: height).rows
                        plane.bytes.initializeMemory(
                            as: UInt8.self, repeating: 128, count: rows * plane.bytesPerRow)
                    }
                }
            for factor in [1.01, 1.5, 3, 16] {
                let zoom = VideoZoom(factor: factor, width: width, height: height)
                let shown = try magnifier.magnify(image, by: zoom)
                #expect((shown.width, shown.height) == (width, height))
                let alpha = format == .bgra ? 255 : 128
                let bytes = Array(shown.packedPlanes.joined())
                #expect(
                    bytes.allSatisfy { abs(Int($0) - 128) <= 2 || $0 == alpha || $0 == 128 },
                    "\(width)x\(height) by \(factor): \(bytes.prefix(8))")
            }
        }
    }

    @Test func distancesAreThoseOfTheNearestPixelAndNeverMixed() throws {
        let (width, height) = (40, 20)
        let image = PixelBufferPool(format: .depth16, width: width, height: height)
            .makePixelBuffer { planes in
                for y in 0..<height {
                    for x in 0..<width {
                        planes[0].bytes.storeBytes(
                            of: UInt16(x < 20 ? 1000 : 3000),
                            toByteOffset: y * planes[0].bytesPerRow + 2 * x, as: UInt16.self)
                    }
                }
            }
        let shown = try PixelBufferMagnifier().magnify(
            image, by: VideoZoom(factor: 4, width: width, height: height))
        #expect((shown.width, shown.height, shown.format) == (width, height, .depth16))
        for y in 0..<height {
            for x in 0..<width {
                let distance = shown.planes[0].baseAddress.load(
                    fromByteOffset: y * shown.planes[0].bytesPerRow + 2 * x, as: UInt16.self)
                #expect(distance == (x < 20 ? 1000 : 3000))
            }
        }
    }

    @Test func whatIsNotZoomedStaysInItsMemory() throws {
        let image = Self.slope(.i420, width: 64, height: 48, isVertical: false)
        let magnifier = try PixelBufferMagnifier()
        #expect(try magnifier.magnify(image, by: .none) === image)
        // So little that no pair of columns is cut off.
        let little = VideoZoom(factor: 1.001, width: 64, height: 48)
        #expect(little.isNone)
        #expect(try magnifier.magnify(image, by: little) === image)
    }

    @Test func memoryIsUsedAgain() throws {
        let image = Self.slope(.nv12, width: 64, height: 48, isVertical: false)
        let magnifier = try PixelBufferMagnifier()
        var addresses: Set<UnsafeRawPointer> = []
        for step in 0..<20 {
            let zoom = VideoZoom(factor: 1.2 + Double(step) / 4, width: 64, height: 48)
            addresses.insert(try magnifier.magnify(image, by: zoom).planes[0].baseAddress)
        }
        #expect(addresses.count == 1)
    }

    @Test func rowsThatAreTooShortAreRefused() throws {
        let memory = [UInt8](repeating: 0, count: 64)
        try memory.withUnsafeBytes { bytes in
            let base = try #require(bytes.baseAddress)
            let image = PixelBuffer(
                format: .gray8, width: 16, height: 8,
                planes: [.init(baseAddress: base, bytesPerRow: 8)], owner: TestOwner())
            let error = #expect(throws: FacecapError.self) {
                try PixelBufferMagnifier().magnify(
                    image, by: VideoZoom(factor: 2, width: 16, height: 8))
            }
            #expect(error?.code == .formatUnsupported)
            #expect(error?.message == "Frames of gray8 cannot be zoomed; take them as they are.")
        }
    }

    private final class TestOwner {}
}
