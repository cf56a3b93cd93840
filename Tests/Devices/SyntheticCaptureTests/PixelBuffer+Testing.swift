// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

extension PixelBuffer {
    /// All samples, plane by plane and row by row, without what pads the rows.
    var samples: [UInt8] { planes.indices.flatMap { samples(ofPlane: $0) } }

    /// The samples of one plane, row by row.
    func samples(ofPlane plane: Int) -> [UInt8] {
        let (bytes, rows) = format.layout(plane: plane, width: width, height: height)
        return (0..<rows).flatMap { row in
            UnsafeRawBufferPointer(
                start: planes[plane].baseAddress + row * planes[plane].bytesPerRow, count: bytes)
        }
    }

    /// The mean luma of the nine pixels about a point, which must not lie at the edge.
    func luma(near point: Point) -> Double {
        let (x, y) = (Int(point.x), Int(point.y))
        var sum = 0
        for row in (y - 1)...(y + 1) {
            for column in (x - 1)...(x + 1) {
                let offset = row * planes[0].bytesPerRow + column
                sum += Int(planes[0].baseAddress.load(fromByteOffset: offset, as: UInt8.self))
            }
        }
        return Double(sum) / 9
    }
}
