// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import FaceAnalysis

@Suite struct FaceAppearanceMeterTests {
    private static let formats: [PixelBuffer.Format] = [
        .i420, .nv12, .yuyv, .uyvy, .bgr24, .bgra, .gray8,
    ]

    /// A face of one color above clothes of another, before gray.
    private func image(
        _ format: PixelBuffer.Format, face: (UInt8, UInt8, UInt8), clothes: (UInt8, UInt8, UInt8),
        at x: Int, noise: inout SeededNumbers
    ) -> PixelBuffer {
        PixelBufferPool(format: format, width: 320, height: 240).makePixelBuffer { memory in
            for row in 0..<240 {
                for column in 0..<320 {
                    let isNear = abs(column - x - 20) < 40
                    let color =
                        !isNear || row < 30 ? (128, 128, 128) : row < 100 ? face : clothes
                    let luma = UInt8(
                        clamping: Int(color.0) + Int.random(in: -8...8, using: &noise))
                    write((luma, color.1, color.2), column, row, as: format, memory)
                }
            }
        }
    }

    private func write(
        _ color: (UInt8, UInt8, UInt8), _ x: Int, _ y: Int, as format: PixelBuffer.Format,
        _ memory: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]
    ) {
        func set(_ plane: Int, _ offset: Int, _ row: Int, _ value: UInt8) {
            memory[plane].bytes.storeBytes(
                of: value, toByteOffset: row * memory[plane].bytesPerRow + offset, as: UInt8.self)
        }
        switch format {
        case .i420:
            set(0, x, y, color.0)
            set(1, x / 2, y / 2, color.1)
            set(2, x / 2, y / 2, color.2)
        case .nv12:
            set(0, x, y, color.0)
            set(1, x / 2 * 2, y / 2, color.1)
            set(1, x / 2 * 2 + 1, y / 2, color.2)
        case .yuyv:
            set(0, 2 * x, y, color.0)
            set(0, x / 2 * 4 + 1, y, color.1)
            set(0, x / 2 * 4 + 3, y, color.2)
        case .uyvy:
            set(0, 2 * x + 1, y, color.0)
            set(0, x / 2 * 4, y, color.1)
            set(0, x / 2 * 4 + 2, y, color.2)
        default:
            let (luma, blue, red) = (Int(color.0), Int(color.1) - 128, Int(color.2) - 128)
            let step = format == .gray8 ? 1 : format == .bgra ? 4 : 3
            set(0, step * x, y, UInt8(clamping: luma + (step == 1 ? 0 : blue * 7 / 4)))
            guard step > 1 else { return }
            set(0, step * x + 1, y, UInt8(clamping: luma - blue / 3 - red * 5 / 7))
            set(0, step * x + 2, y, UInt8(clamping: luma + red * 7 / 5))
        }
    }

    @Test(arguments: formats)
    func tellsPeopleApartByColorsAndKnowsThemElsewhere(format: PixelBuffer.Format) throws {
        var numbers = SeededNumbers.fresh()
        let skin: (UInt8, UInt8, UInt8) = (150, 110, 150)
        let box = { (x: Int) in Rect(x: Double(x), y: 40, width: 40, height: 55) }
        func appearance(_ clothes: (UInt8, UInt8, UInt8), at x: Int) throws -> FaceAppearance {
            let image = image(format, face: skin, clothes: clothes, at: x, noise: &numbers)
            let meter = try #require(FaceAppearanceMeter(image))
            return try #require(meter.appearance(of: box(x)))
        }
        let first = try appearance((60, 150, 110), at: 40)
        let again = try appearance((60, 150, 110), at: 220)
        let other = try appearance((200, 100, 140), at: 40)
        #expect(first.similarity(again) > 0.95)
        #expect(first.similarity(other) < 0.88)
    }

    @Test func withoutATorsoTheHeadIsComparedAlone() throws {
        var numbers = SeededNumbers.fresh()
        let image = image(
            .i420, face: (150, 110, 150), clothes: (60, 150, 110), at: 40, noise: &numbers)
        let meter = try #require(FaceAppearanceMeter(image))
        let whole = try #require(
            meter.appearance(of: Rect(x: 40, y: 40, width: 40, height: 55)))
        let head = try #require(
            meter.appearance(of: Rect(x: 40, y: 180, width: 40, height: 55)))
        #expect(head.shares.count == FaceAppearance.regionCount)
        #expect(whole.shares.count == 2 * FaceAppearance.regionCount)
        #expect((0...1.001).contains(whole.similarity(head)))
    }

    @Test func nothingIsToldOfWhatIsNotInTheFrame() throws {
        var numbers = SeededNumbers.fresh()
        let image = image(
            .i420, face: (150, 110, 150), clothes: (60, 150, 110), at: 40, noise: &numbers)
        let meter = try #require(FaceAppearanceMeter(image))
        for box in [
            Rect(x: 1000, y: 40, width: 40, height: 55),
            Rect(x: .nan, y: 40, width: 40, height: 55),
            Rect(x: -1e300, y: 40, width: 1e300, height: .infinity),
            Rect(x: 10, y: 10, width: 0, height: -5), Rect(x: 310, y: 40, width: 400, height: 55),
        ] { _ = meter.appearance(of: box) }
        #expect(meter.appearance(of: Rect(x: 1000, y: 40, width: 40, height: 55)) == nil)
        #expect(meter.appearance(of: Rect(x: .nan, y: 40, width: 40, height: 55)) == nil)
        let depth = PixelBufferPool(format: .depth16, width: 64, height: 48).makePixelBuffer { _ in
        }
        #expect(FaceAppearanceMeter(depth) == nil)
    }
}
