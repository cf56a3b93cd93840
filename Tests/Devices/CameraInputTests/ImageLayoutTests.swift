// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import Testing

@testable import CameraInput

@Suite struct ImageLayoutTests {
    private let size = FrameSize(width: 6, height: 4)

    @Test(arguments: [
        (PixelBuffer.Format.gray8, 8, 3 * 8 + 6), (.yuyv, 16, 3 * 16 + 12),
        (.bgr24, 20, 3 * 20 + 18),
        (.uyvy, 16, 3 * 16 + 12), (.depth16, 16, 3 * 16 + 12), (.nv12, 8, 5 * 8 + 6),
        (.i420, 8, 4 * 8 + 3 * 4 + 3), (.nv12, 0, 36), (.i420, 0, 36),
    ])
    func bytesOfAnImageEndWithItsLastSample(format: PixelBuffer.Format, line: Int, bytes: Int) {
        let layout = ImageLayout(format: format, size: size, bytesPerLine: line)
        #expect(layout?.byteCount == bytes)
    }

    @Test(arguments: [
        (PixelBuffer.Format.gray8, 5), (.yuyv, 11), (.i420, 5), (.bgr24, 17), (.nv12, -1),
    ])
    func rowsTooShortForTheirSamplesAreRefused(format: PixelBuffer.Format, line: Int) {
        #expect(ImageLayout(format: format, size: size, bytesPerLine: line) == nil)
    }

    @Test func absurdSizesAreRefused() {
        let wide = FrameSize(width: 4_294_967_295, height: 1)
        #expect(ImageLayout(format: .gray8, size: wide, bytesPerLine: 4_294_967_295) == nil)
        let empty = FrameSize(width: 0, height: 480)
        #expect(ImageLayout(format: .gray8, size: empty, bytesPerLine: 0) == nil)
    }

    @Test(arguments: [0, 8, 64])
    func samplesArriveWhateverTheirSpacing(line: Int) throws {
        let layout = try #require(ImageLayout(format: .i420, size: size, bytesPerLine: line))
        let memory = (0..<layout.byteCount).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let pool = PixelBufferPool(format: .i420, width: 6, height: 4)
        let image = memory.withUnsafeBytes { bytes in
            pool.makePixelBuffer { layout.copy(from: bytes, to: $0) }
        }
        var offset = 0
        for (index, plane) in image.planes.enumerated() {
            let (used, rows) = PixelBuffer.Format.i420.layout(plane: index, width: 6, height: 4)
            let stride = line == 0 ? used : index == 0 ? line : line / 2
            for row in 0..<rows {
                let start = plane.baseAddress + row * plane.bytesPerRow
                let copied = Array(UnsafeRawBufferPointer(start: start, count: used))
                #expect(copied == Array(memory[(offset + row * stride)...].prefix(used)))
            }
            offset += rows * stride
        }
    }
}
