// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

/// How an output device wants its frames.
struct OutputFormat: Hashable {
    /// Where chroma lies behind luma.
    enum Layout: Hashable {
        /// Cb, then Cr (V4L2 `YU12`).
        case planar
        /// CbCr (V4L2 `NV12`).
        case interleaved
    }

    let layout: Layout
    /// Even, as pairs of columns and of rows share their color.
    let width, height: Int
    /// From a row of luma to the next one.
    let bytesPerLine: Int
    /// The bytes that the device takes for a frame (`sizeimage`), ``byteCount`` or more.
    var imageSize = 0

    private var chromaRows: Int { height / 2 }
    private var chromaBytesPerLine: Int {
        layout == .planar ? bytesPerLine / 2 : bytesPerLine
    }

    /// The bytes of a frame.
    var byteCount: Int {
        bytesPerLine * height + chromaBytesPerLine * chromaRows * (layout == .planar ? 2 : 1)
    }

    /// Writes as much of a frame in `PixelBuffer.Format.i420`, at least as large; nothing where there is no room.
    func copy(_ image: PixelBuffer, to memory: UnsafeMutableRawBufferPointer) {
        guard memory.count >= byteCount, let start = memory.baseAddress else { return }
        let chroma = start + bytesPerLine * height
        copy(image.planes[0], to: start, bytesPerLine, width, height)
        let columns = width / 2
        switch layout {
        case .planar:
            let size = chromaBytesPerLine * chromaRows
            copy(image.planes[1], to: chroma, chromaBytesPerLine, columns, chromaRows)
            copy(image.planes[2], to: chroma + size, chromaBytesPerLine, columns, chromaRows)
        case .interleaved:
            for (offset, plane) in image.planes.dropFirst().enumerated() {
                for row in 0..<chromaRows {
                    let source = plane.baseAddress + row * plane.bytesPerRow
                    let target = chroma + row * chromaBytesPerLine + offset
                    for column in 0..<columns {
                        let sample = source.load(fromByteOffset: column, as: UInt8.self)
                        target.storeBytes(of: sample, toByteOffset: 2 * column, as: UInt8.self)
                    }
                }
            }
        }
        withExtendedLifetime(image) {}
    }

    private func copy(
        _ plane: PixelBuffer.Plane, to start: UnsafeMutableRawPointer, _ bytesPerLine: Int,
        _ columns: Int, _ rows: Int
    ) {
        for row in 0..<rows {
            (start + row * bytesPerLine).copyMemory(
                from: plane.baseAddress + row * plane.bytesPerRow, byteCount: columns)
        }
    }
}

extension OutputFormat {
    /// No driver's buffers are larger.
    private static let byteLimit = 256 << 20

    /// What a driver answered, none of which is negative; `nil` where it makes no sense.
    init?(
        answered layout: Layout, width: Int, height: Int, bytesPerLine: Int, imageSize: Int
    ) {
        // Otherwise products of them would not fit.
        guard width > 0, height > 0, max(width, height, bytesPerLine) <= Self.byteLimit else {
            return nil
        }
        self.init(
            layout: layout, width: width, height: height, bytesPerLine: max(bytesPerLine, width))
        self.imageSize = max(byteCount, imageSize)
        guard self.imageSize <= Self.byteLimit else { return nil }
    }
}
