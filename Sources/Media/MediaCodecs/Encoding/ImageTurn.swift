// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// What is done to a frame before it is encoded: turned, then mirrored.
package struct ImageTurn: Sendable, Hashable {
    /// How far it is turned clockwise.
    package let orientation: VideoOrientation
    /// Whether left and right of the turned frame change places.
    package let isMirrored: Bool

    /// The frame as it is.
    package static let none = ImageTurn(orientation: .upright, isMirrored: false)

    /// A turn, then perhaps a mirror.
    package init(orientation: VideoOrientation, isMirrored: Bool) {
        self.orientation = orientation
        self.isMirrored = isMirrored
    }

    /// The size of a frame once it is turned.
    package func size(width: Int, height: Int) -> (width: Int, height: Int) {
        orientation.exchangesSides ? (height, width) : (width, height)
    }

    /// The frame turned and mirrored, in memory of its own; as it is where there is nothing to do.
    ///
    /// Chroma of odd sizes shifts by up to half a pixel. Throws `formatUnsupported` for packed 4:2:2.
    package func applied(to image: PixelBuffer) throws(FacecapError) -> PixelBuffer {
        guard self != .none else { return image }
        guard image.format != .yuyv, image.format != .uyvy else {
            throw FacecapError(
                .formatUnsupported, "Frames of packed 4:2:2 cannot be turned; convert them first."
            )
        }
        let (width, height) = size(width: image.width, height: image.height)
        let pool = PixelBufferPool(
            format: image.format, width: width, height: height,
            isFullRange: image.isFullRange)
        return pool.makePixelBuffer { planes in
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

    /// Turns one plane.
    ///
    /// - Parameters:
    ///   - width: samples a row of `source`.
    ///   - height: its rows.
    ///   - sampleLength: bytes a sample.
    func apply(
        from source: UnsafePointer<UInt8>, bytesPerRow: Int, width: Int, height: Int,
        to target: UnsafeMutablePointer<UInt8>, targetBytesPerRow: Int, sampleLength: Int
    ) {
        let (columns, rows) = size(width: width, height: height)
        for row in 0..<rows {
            let first = origin(column: 0, row: row, of: (columns, rows))
            let second = origin(column: min(1, columns - 1), row: row, of: (columns, rows))
            let stride = (second.y - first.y) * bytesPerRow + (second.x - first.x) * sampleLength
            var from = first.y * bytesPerRow + first.x * sampleLength
            var to = row * targetBytesPerRow
            for _ in 0..<columns {
                for byte in 0..<sampleLength { target[to + byte] = source[from + byte] }
                from += stride
                to += sampleLength
            }
        }
    }

    /// Where a sample of the turned frame, which has this size, was before.
    private func origin(
        column: Int, row: Int, of size: (columns: Int, rows: Int)
    ) -> (x: Int, y: Int) {
        let column = isMirrored ? size.columns - 1 - column : column
        return switch orientation {
        case .upright: (column, row)
        case .quarterTurn: (row, size.columns - 1 - column)
        case .halfTurn: (size.columns - 1 - column, size.rows - 1 - row)
        case .threeQuarterTurn: (size.rows - 1 - row, column)
        }
    }
}

extension PixelBuffer.Format {
    /// Bytes of what belongs together in a plane.
    fileprivate func sampleLength(plane: Int) -> Int {
        switch self {
        case .bgr24: 3
        case .depth16: 2
        case .nv12: plane == 0 ? 1 : 2
        case .gray8, .i420, .yuyv, .uyvy: 1
        }
    }
}
