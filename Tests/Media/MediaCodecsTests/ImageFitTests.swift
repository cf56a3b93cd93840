// SPDX-License-Identifier: Apache-2.0
import CFFmpeg
import CaptureSamples
import Testing

@testable import MediaCodecs

@Suite struct ImageFitTests {
    @Test(arguments: [
        (4, 3, 0, 0, 640, 480), (1280, 960, 0, 0, 640, 480), (1280, 720, 0, 60, 640, 360),
        (480, 640, 140, 0, 360, 480), (641, 480, 0, 0, 640, 480), (1, 100_000, 318, 0, 2, 480),
    ])
    func anImageIsAsLargeAsItCanBeInTheMiddle(
        width: Int, height: Int, x: Int, y: Int, fittedWidth: Int, fittedHeight: Int
    ) {
        let fit = ImageFit(of: (width, height), in: (640, 480))
        #expect(fit.width == fittedWidth && fit.height == fittedHeight)
        #expect(fit.x == x && fit.y == y)
    }

    @Test(arguments: [AV_PIX_FMT_YUV420P, AV_PIX_FMT_NV12], [false, true])
    func anImageOfAnotherShapeGetsBlackBars(format: AVPixelFormat, isFullRange: Bool) throws {
        let feed = try ImageFeed(
            width: 64, height: 48, format: format, isFullRange: isFullRange, matrix: 6)
        let white = PixelBufferPool(format: .gray8, width: 64, height: 24, isFullRange: isFullRange)
            .makePixelBuffer { planes in
                planes[0].bytes.initializeMemory(
                    as: UInt8.self, repeating: 200, count: planes[0].bytesPerRow * 24)
            }
        for _ in 0..<2 {
            let frame = try feed.makeFrame(white)
            let luma = try #require(facecap_frame_plane(frame, 0))
            let bytesPerRow = Int(facecap_frame_bytes_per_row(frame, 0))
            let rows = (0..<48).map { row in
                (0..<64).map { luma[row * bytesPerRow + $0] }
            }
            let black: UInt8 = isFullRange ? 0 : 16
            for (number, row) in rows.enumerated() {
                let expected: UInt8 = 12..<36 ~= number ? 200 : black
                #expect(row.allSatisfy { abs(Int($0) - Int(expected)) <= 1 }, "row \(number)")
            }
            let chroma = try #require(facecap_frame_plane(frame, 1))
            #expect(chroma[0] == 128)
            feed.release()
        }
    }
}
