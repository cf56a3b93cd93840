// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs
internal import ProcessIsolation

/// Where a frame lies in the memory that a reader and its worker have in common.
struct FramePlace {
    let region: Int32
    let format: PixelBuffer.Format
    let width: Int
    let height: Int
    let isFullRange: Bool
    let matrix: PixelBuffer.Matrix?
    /// From the beginning of the region.
    let planes: [(offset: Int, bytesPerRow: Int)]

    init(
        region: Int32, _ pixelBuffer: PixelBuffer, planes: [(offset: Int, bytesPerRow: Int)]
    ) {
        self.region = region
        format = pixelBuffer.format
        width = pixelBuffer.width
        height = pixelBuffer.height
        isFullRange = pixelBuffer.isFullRange
        matrix = pixelBuffer.matrix
        self.planes = planes
    }

    /// A frame that lies in no region, its rows and planes one right after the other.
    init(packed pixelBuffer: PixelBuffer) {
        let layout = pixelBuffer.format.layout(
            width: pixelBuffer.width, height: pixelBuffer.height)
        self.init(region: 0, pixelBuffer, planes: layout.planes)
    }

    /// A full-range I420 image with equal sides that lies in no region.
    init(square side: Int) {
        region = 0
        format = .i420
        (width, height) = (side, side)
        isFullRange = true
        matrix = nil
        planes = []
    }

    init(_ reader: inout MessageReader) throws(MessageDamage) {
        region = try reader.read()
        let formats = PixelBuffer.Format.allCases
        format = formats[Int(try reader.read(in: 0...UInt8(formats.count - 1), "a format"))]
        (width, height) = try reader.readSize()
        isFullRange = try reader.readFlag()
        let number: UInt8 = try reader.read()
        matrix = PixelBuffer.Matrix(rawValue: number)
        guard matrix != nil || number == 0 else { throw MessageDamage("a matrix is unknown") }
        var planes: [(offset: Int, bytesPerRow: Int)] = []
        for _ in 0..<format.planeCount {
            planes.append((Int(try reader.read(UInt32.self)), Int(try reader.read(UInt32.self))))
        }
        self.planes = planes
    }

    func write(to writer: inout MessageWriter) {
        writer.write(region)
        writer.write(UInt8(PixelBuffer.Format.allCases.firstIndex(of: format) ?? 0))
        writer.write(UInt32(clamping: width))
        writer.write(UInt32(clamping: height))
        writer.write(isFullRange)
        writer.write(matrix?.rawValue ?? 0)
        for plane in planes {
            writer.write(UInt32(clamping: plane.offset))
            writer.write(UInt32(clamping: plane.bytesPerRow))
        }
    }

    /// Throws where the frame does not lie within so many bytes.
    func check(byteCount: Int) throws(MessageDamage) {
        for (index, plane) in planes.enumerated() {
            let needed = format.layout(plane: index, width: width, height: height)
            // Each is less than 2^32, which leaves room for their product.
            let end = plane.offset + plane.bytesPerRow * (needed.rows - 1) + needed.bytesPerRow
            guard plane.bytesPerRow >= needed.bytesPerRow, end <= byteCount else {
                throw MessageDamage("a frame lies outside of its memory")
            }
        }
    }
}
