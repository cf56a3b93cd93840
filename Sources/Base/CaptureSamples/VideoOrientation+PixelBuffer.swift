// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension VideoOrientation {
    /// The sides of a frame once it is displayed.
    package func displayedSides(width: Int, height: Int) -> (width: Int, height: Int) {
        exchangesSides ? (height, width) : (width, height)
    }

    /// A frame as it is displayed, in memory of its own; as it is where there is nothing to do.
    ///
    /// Throws what ``applied(to:in:)`` throws.
    package func applied(to image: PixelBuffer) throws(FacecapError) -> PixelBuffer {
        var pool: PixelBufferPool?
        return try applied(to: image, in: &pool)
    }

    /// A frame as it is displayed, in memory of a pool; as it is where there is nothing to do.
    ///
    /// Chroma of odd sizes shifts by up to half a pixel. Throws `formatUnsupported` for packed 4:2:2, which can
    /// only be mirrored.
    ///
    /// - Parameter pool: whose memory is used again; replaced where it is of another size or format.
    package func applied(
        to image: PixelBuffer, in pool: inout PixelBufferPool?
    ) throws(FacecapError) -> PixelBuffer {
        guard self != .upright else { return image }
        let isPacked = image.format == .yuyv || image.format == .uyvy
        guard !isPacked || self == .mirrored else {
            throw FacecapError(
                .formatUnsupported, "Frames of packed 4:2:2 cannot be turned; convert them first."
            )
        }
        let (width, height) = displayedSides(width: image.width, height: image.height)
        return PixelBufferPool.reusing(
            &pool, format: image.format, width: width, height: height,
            isFullRange: image.isFullRange, matrix: image.matrix
        ).makePixelBuffer { planes in
            if isPacked { return mirrorPairs(of: image, to: planes[0]) }
            for (plane, (source, target)) in zip(image.planes, planes).enumerated() {
                let isHalf = plane > 0
                apply(
                    from: source.baseAddress.assumingMemoryBound(to: UInt8.self),
                    bytesPerRow: source.bytesPerRow,
                    width: isHalf ? (image.width + 1) / 2 : image.width,
                    height: isHalf ? (image.height + 1) / 2 : image.height,
                    to: target.bytes.assumingMemoryBound(to: UInt8.self),
                    targetBytesPerRow: target.bytesPerRow,
                    sampleLength: image.format.sampleLength(plane: plane))
            }
        }
    }

    /// Turns and mirrors one plane.
    ///
    /// - Parameters:
    ///   - width: samples a row of `source`.
    ///   - height: its rows.
    ///   - sampleLength: bytes a sample.
    package func apply(
        from source: UnsafePointer<UInt8>, bytesPerRow: Int, width: Int, height: Int,
        to target: UnsafeMutablePointer<UInt8>, targetBytesPerRow: Int, sampleLength: Int
    ) {
        let (columns, rows) = displayedSides(width: width, height: height)
        for row in 0..<rows {
            let first = origin(column: 0, row: row, of: (columns, rows))
            let second = origin(column: min(1, columns - 1), row: row, of: (columns, rows))
            let stride = (second.y - first.y) * bytesPerRow + (second.x - first.x) * sampleLength
            var from = first.y * bytesPerRow + first.x * sampleLength
            var to = row * targetBytesPerRow
            if sampleLength == 1, stride == -1 {
                // What a compiler makes vectors of.
                for column in 0..<columns { target[to + column] = source[from - column] }
                continue
            }
            for _ in 0..<columns {
                for byte in 0..<sampleLength { target[to + byte] = source[from + byte] }
                from += stride
                to += sampleLength
            }
        }
    }

    /// Mirrors packed 4:2:2, of which two pixels share their chroma.
    private func mirrorPairs(
        of image: PixelBuffer, to target: (bytes: UnsafeMutableRawPointer, bytesPerRow: Int)
    ) {
        let source = image.planes[0]
        let (first, second) = image.format == .yuyv ? (0, 2) : (1, 3)
        let pairs = (image.width + 1) / 2
        for row in 0..<image.height {
            let from = (source.baseAddress + row * source.bytesPerRow)
                .assumingMemoryBound(to: UInt8.self)
            let to = (target.bytes + row * target.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for pair in 0..<pairs {
                let (there, here) = (to + 4 * pair, from + 4 * (pairs - 1 - pair))
                there[first] = here[second]
                there[second] = here[first]
                there[1 - first % 2] = here[1 - first % 2]
                there[3 - first % 2] = here[3 - first % 2]
            }
        }
    }

    /// Where a sample of the displayed frame, which has this size, was before.
    private func origin(
        column: Int, row: Int, of size: (columns: Int, rows: Int)
    ) -> (x: Int, y: Int) {
        let column = isMirrored ? size.columns - 1 - column : column
        return switch degrees {
        case 90: (row, size.columns - 1 - column)
        case 180: (size.columns - 1 - column, size.rows - 1 - row)
        case 270: (size.rows - 1 - row, column)
        default: (column, row)
        }
    }
}

extension PixelBuffer.Format {
    /// Bytes of what belongs together in a plane.
    fileprivate func sampleLength(plane: Int) -> Int {
        switch self {
        case .bgr24: 3
        case .bgra: 4
        case .depth16: 2
        case .nv12: plane == 0 ? 1 : 2
        case .gray8, .i420, .yuyv, .uyvy: 1
        }
    }
}
