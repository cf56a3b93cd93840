// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues
import Testing

@testable import ImageDrawing

@Suite struct CanvasCopyTests {
    private let pool = ImageCanvasPool()

    private func copy(_ image: PixelBuffer) throws -> Samples {
        let copy = try pool.makeCanvas(of: image).makePixelBuffer()
        #expect(copy.format == .i420 && copy.isFullRange == image.isFullRange)
        #expect(copy.width == image.width && copy.height == image.height)
        return Samples(copy)
    }

    @Test(arguments: [(1, 1), (3, 5), (16, 8)])
    func planarImagesStayAsTheyAre(width: Int, height: Int) throws {
        let image = PixelBuffer.noise(width, height)
        #expect(try copy(image) == Samples(image))
    }

    @Test func interleavedChromaIsTakenApart() throws {
        let image = PixelBuffer.make(.nv12, 3, 3) { plane, x, y in
            UInt8(plane * 100 + y * 10 + x)
        }
        let samples = try copy(image)
        #expect(samples.planes[0] == [[0, 1, 2], [10, 11, 12], [20, 21, 22]])
        #expect(samples.planes[1] == [[100, 102], [110, 112]])
        #expect(samples.planes[2] == [[101, 103], [111, 113]])
    }

    @Test(arguments: [PixelBuffer.Format.yuyv, .uyvy])
    func chromaOfTwoRowsBecomesTheirMean(format: PixelBuffer.Format) throws {
        // One byte of four is luma of the left pixel, and so on; 3 rows of 3 pixels.
        let luma = format == .yuyv ? [0, 2] : [1, 3]
        let cb = format == .yuyv ? 1 : 0
        let image = PixelBuffer.make(format, 3, 3) { _, x, y in
            if luma.contains(x % 4) { return UInt8(50 + x / 2 + 10 * y) }
            return UInt8((x % 4 == cb ? 100 : 200) + 20 * y)
        }
        let samples = try copy(image)
        #expect(samples.planes[0] == [[50, 51, 52], [60, 61, 62], [70, 71, 72]])
        #expect(samples.planes[1] == [[110, 110], [140, 140]])
        #expect(samples.planes[2] == [[210, 210], [240, 240]])
    }

    @Test func grayImagesHaveNoColor() throws {
        let samples = try copy(
            PixelBuffer.make(.gray8, 3, 2, isFullRange: true) { _, x, _ in UInt8(x) })
        #expect(samples.planes == [[[0, 1, 2], [0, 1, 2]], [[128, 128]], [[128, 128]]])
    }

    /// Rec. ITU-R BT.601, of pure colors.
    @Test(
        arguments: [
            (false, [0, 0, 255], [81, 90, 240]), (false, [255, 255, 255], [235, 128, 128]),
            (true, [0, 0, 255], [76, 85, 255]), (true, [255, 0, 0], [29, 255, 107]),
        ] as [(Bool, [UInt8], [UInt8])])
    func colorsAreConvertedInTheirRange(isFullRange: Bool, bgr: [UInt8], ycc: [UInt8]) throws {
        for format in [PixelBuffer.Format.bgr24, .bgra] {
            let pixel = format == .bgra ? bgr + [77] : bgr
            let image = PixelBuffer.make(format, 3, 3, isFullRange: isFullRange) { _, x, _ in
                pixel[x % pixel.count]
            }
            let samples = try copy(image)
            for (plane, value) in zip(samples.planes, ycc) {
                #expect(plane.joined().allSatisfy { abs(Int($0) - Int(value)) <= 1 }, "\(plane)")
            }
        }
    }

    @Test func copiesAreTurnedThenMirrored() throws {
        let image = PixelBuffer.make(.i420, 4, 2) { _, x, y in UInt8(10 * y + x) }
        let turned = try pool.makeCanvas(of: image, displayed: .quarterTurn).makePixelBuffer()
        #expect(Samples(turned).planes[0] == [[10, 0], [11, 1], [12, 2], [13, 3]])
        #expect(Samples(turned).planes[1] == [[0], [1]])
        let mirrored = try pool.makeCanvas(
            of: image, displayed: .threeQuarterTurn.followed(by: .mirrored)
        ).makePixelBuffer()
        #expect(Samples(mirrored).planes[0] == [[13, 3], [12, 2], [11, 1], [10, 0]])
        let flipped = try pool.makeCanvas(of: image, displayed: .mirrored).makePixelBuffer()
        #expect(Samples(flipped).planes[0] == [[3, 2, 1, 0], [13, 12, 11, 10]])
    }

    @Test func distancesAreRefused() {
        let image = PixelBuffer.make(.depth16, 2, 2) { _, _, _ in 0 }
        let error = #expect(throws: FacecapError.self) {
            _ = try pool.makeCanvas(of: image).makePixelBuffer()
        }
        #expect(error?.code == .formatUnsupported)
    }

    @Test func theOriginalIsLeftAlone() throws {
        let image = PixelBuffer.noise(40, 40)
        let before = Samples(image)
        let canvas = try pool.makeCanvas(of: image)
        try canvas.coverAll(with: .box(.black))
        _ = canvas.makePixelBuffer()
        #expect(Samples(image) == before)
    }
}
