// SPDX-License-Identifier: Apache-2.0
extension PixelBuffer {
    /// How a frame's samples lie in memory; every other format is converted at the source.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// One plane of 8-bit luma (V4L2 `GREY`).
        case gray8
        /// Luma, then interleaved CbCr at half size both ways (V4L2 `NV12`).
        case nv12
        /// Luma, Cb, Cr planes, chroma at half size both ways (V4L2 `YU12`, FFmpeg `yuv420p`).
        case i420
        /// One plane of packed Y Cb Y Cr (V4L2 `YUYV`).
        case yuyv
        /// One plane of packed Cb Y Cr Y (V4L2 `UYVY`).
        case uyvy
        /// One plane of packed 8-bit blue, green, red (V4L2 `BGR3`).
        case bgr24
        /// One plane of packed 8-bit blue, green, red and a byte of alpha, 255, at which nothing here looks (FFmpeg `bgra`).
        case bgra
        /// One plane of distances in 16 bits, the low byte first, in the device's unit, 0 where it has none
        /// (V4L2 `Z16`).
        case depth16

        /// The number of planes.
        public var planeCount: Int {
            switch self {
            case .gray8, .yuyv, .uyvy, .bgr24, .bgra, .depth16: 1
            case .nv12: 2
            case .i420: 3
            }
        }

        /// The bytes a row of a plane needs, and the plane's rows, for a frame of `width` x `height`
        /// pixels; odd sizes are rounded up.
        public func layout(plane: Int, width: Int, height: Int) -> (bytesPerRow: Int, rows: Int) {
            let halfWidth = (width + 1) / 2
            let halfHeight = (height + 1) / 2
            return switch (self, plane) {
            case (.gray8, _), (.nv12, 0), (.i420, 0): (width, height)
            case (.nv12, _): (halfWidth * 2, halfHeight)
            case (.i420, _): (halfWidth, halfHeight)
            case (.yuyv, _), (.uyvy, _): (halfWidth * 4, height)
            case (.bgr24, _): (width * 3, height)
            case (.bgra, _): (width * 4, height)
            case (.depth16, _): (width * 2, height)
            }
        }

        /// Where planes begin that lie one right after the other, with rows at multiples of so many bytes, and how many
        /// bytes they are together.
        package func layout(
            width: Int, height: Int, rowAlignment: Int = 1
        ) -> (planes: [(offset: Int, bytesPerRow: Int)], byteCount: Int) {
            var planes: [(offset: Int, bytesPerRow: Int)] = []
            var byteCount = 0
            for plane in 0..<planeCount {
                let (bytes, rows) = layout(plane: plane, width: width, height: height)
                let bytesPerRow = (bytes + rowAlignment - 1) / rowAlignment * rowAlignment
                planes.append((byteCount, bytesPerRow))
                byteCount += bytesPerRow * rows
            }
            return (planes, byteCount)
        }
    }
}
