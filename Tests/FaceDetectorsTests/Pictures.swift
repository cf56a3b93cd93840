import CaptureSamples

/// A picture in memory as the detectors take it.
enum Pictures {
    /// A picture of `bytes`, its planes and rows packed one after the other.
    static func make(
        _ format: PixelFormat, width: Int, height: Int, bytes: [UInt8], isFullRange: Bool = false
    ) -> PixelBuffer {
        let pool = PixelBufferPool(
            format: format, width: width, height: height, isFullRange: isFullRange)
        return pool.makePixelBuffer { planes in
            var next = 0
            for (number, plane) in planes.enumerated() {
                let (count, rows) = format.layout(plane: number, width: width, height: height)
                for row in 0..<rows {
                    for column in 0..<count {
                        let byte = bytes[next + column]
                        plane.bytes.storeBytes(
                            of: byte, toByteOffset: row * plane.bytesPerRow + column,
                            as: UInt8.self)
                    }
                    next += count
                }
            }
        }
    }

    /// A picture of one value.
    static func plain(_ format: PixelFormat, width: Int, height: Int) -> PixelBuffer {
        let count = (0..<format.planeCount).reduce(0) { sum, plane in
            let (bytes, rows) = format.layout(plane: plane, width: width, height: height)
            return sum + bytes * rows
        }
        return make(
            format, width: width, height: height, bytes: Array(repeating: 128, count: count))
    }

    /// The samples of an I420 picture of even size in another format that can hold them, or part.
    static func repack(
        _ i420: [UInt8], width: Int, height: Int, as format: PixelFormat
    ) -> PixelBuffer {
        let luma = width * height
        let quarter = luma / 4
        var bytes = Array(i420[..<luma])
        switch format {
        case .gray8, .bgr24, .depth16:
            break
        case .i420:
            bytes = i420
        case .nv12:
            for sample in 0..<quarter {
                bytes.append(i420[luma + sample])
                bytes.append(i420[luma + quarter + sample])
            }
        case .yuyv, .uyvy:
            bytes = []
            for row in 0..<height {
                for pair in 0..<(width / 2) {
                    let chroma = luma + row / 2 * (width / 2) + pair
                    let first = i420[row * width + 2 * pair]
                    let second = i420[row * width + 2 * pair + 1]
                    let (cb, cr) = (i420[chroma], i420[chroma + quarter])
                    bytes += format == .yuyv ? [first, cb, second, cr] : [cb, first, cr, second]
                }
            }
        }
        return make(format, width: width, height: height, bytes: bytes)
    }

    /// A packed BGR picture turned a quarter counterclockwise, as a camera on its side stores it.
    static func turnedBack(_ bgr: [UInt8], width: Int, height: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bgr.count)
        for row in 0..<width {
            for column in 0..<height {
                let start = 3 * (column * width + width - 1 - row)
                result.append(contentsOf: bgr[start..<(start + 3)])
            }
        }
        return result
    }
}
