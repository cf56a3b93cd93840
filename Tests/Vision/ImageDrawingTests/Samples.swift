// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

/// The samples of an image, plane by plane, without the bytes between the rows.
struct Samples: Equatable {
    var planes: [[[UInt8]]] = []

    init(_ image: PixelBuffer) {
        for (index, plane) in image.planes.enumerated() {
            let (bytes, rows) = image.format.layout(
                plane: index, width: image.width, height: image.height)
            planes.append(
                (0..<rows).map { row in
                    Array(
                        UnsafeRawBufferPointer(
                            start: plane.baseAddress + row * plane.bytesPerRow, count: bytes))
                })
        }
        withExtendedLifetime(image) {}
    }

    /// Where two frames of one size differ, in samples of a plane.
    func places(differingFrom other: Samples, inPlane plane: Int) -> Set<Place> {
        var places: Set<Place> = []
        for (y, (row, otherRow)) in zip(planes[plane], other.planes[plane]).enumerated() {
            for x in row.indices where row[x] != otherRow[x] { places.insert(Place(x: x, y: y)) }
        }
        return places
    }
}

/// A column and a row.
struct Place: Hashable {
    var x, y: Int
}

extension PixelBuffer {
    /// An image whose bytes `value` gives, by plane, byte of the row and row.
    static func make(
        _ format: PixelBuffer.Format, _ width: Int, _ height: Int, isFullRange: Bool = false,
        _ value: (Int, Int, Int) -> UInt8
    ) -> PixelBuffer {
        let pool = PixelBufferPool(
            format: format, width: width, height: height, isFullRange: isFullRange)
        return pool.makePixelBuffer { planes in
            for (index, plane) in planes.enumerated() {
                let (bytes, rows) = format.layout(plane: index, width: width, height: height)
                for y in 0..<rows {
                    for x in 0..<bytes {
                        plane.bytes.storeBytes(
                            of: value(index, x, y), toByteOffset: y * plane.bytesPerRow + x,
                            as: UInt8.self)
                    }
                }
            }
        }
    }

    /// A gray image.
    static func flat(_ width: Int, _ height: Int) -> PixelBuffer {
        make(.i420, width, height) { plane, _, _ in plane == 0 ? 100 : 128 }
    }

    /// An image without two equal neighbors.
    static func noise(_ width: Int, _ height: Int) -> PixelBuffer {
        make(.i420, width, height) { plane, x, y in
            UInt8(truncatingIfNeeded: x * 37 + y * 101 + plane * 59)
        }
    }
}
