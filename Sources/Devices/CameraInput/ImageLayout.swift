// SPDX-License-Identifier: Apache-2.0
import CaptureSamples

/// Where the planes of a frame lie in a driver's buffer: one after the other, chroma rows spaced
/// as luma rows are (`NV12`) or half as far (`YU12`).
struct ImageLayout {
    private struct Plane {
        let offset: Int
        let bytesPerRow: Int
        let usedBytesPerRow: Int
        let rows: Int
        /// The last row may end where its samples end.
        var end: Int { offset + (rows - 1) * bytesPerRow + usedBytesPerRow }
    }

    let format: PixelBuffer.Format
    let size: FrameSize
    /// The bytes a buffer must have for a whole frame.
    let byteCount: Int
    private let planes: [Plane]

    /// The layout for what a driver answered, 0 `bytesPerLine` meaning rows without a gap; `nil` for
    /// sizes no frame has and rows too short for their samples.
    init?(format: PixelBuffer.Format, size: FrameSize, bytesPerLine: Int) {
        guard size.isPlausible, bytesPerLine >= 0 else { return nil }
        var planes: [Plane] = []
        var offset = 0
        for plane in 0..<format.planeCount {
            let (used, rows) = format.layout(plane: plane, width: size.width, height: size.height)
            let line = format == .i420 && plane > 0 ? bytesPerLine / 2 : bytesPerLine
            let bytesPerRow = bytesPerLine == 0 ? used : line
            guard bytesPerRow >= used else { return nil }
            planes.append(
                Plane(offset: offset, bytesPerRow: bytesPerRow, usedBytesPerRow: used, rows: rows))
            offset += bytesPerRow * rows
        }
        self.format = format
        self.size = size
        self.planes = planes
        byteCount = planes.reduce(0) { max($0, $1.end) }
    }

    /// Where the planes of a frame lie in a buffer of ``byteCount`` bytes or more; `nil` for none.
    func planes(in buffer: UnsafeRawBufferPointer) -> [PixelBuffer.Plane]? {
        precondition(buffer.count >= byteCount)
        return buffer.baseAddress.map { start in
            planes.map { .init(baseAddress: start + $0.offset, bytesPerRow: $0.bytesPerRow) }
        }
    }

    /// Copies a frame out of a buffer of ``byteCount`` bytes or more.
    func copy(
        from buffer: UnsafeRawBufferPointer,
        to destination: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]
    ) {
        precondition(buffer.count >= byteCount && destination.count == planes.count)
        guard let start = buffer.baseAddress else { return }
        for (plane, target) in zip(planes, destination) {
            let source = start + plane.offset
            if plane.bytesPerRow == target.bytesPerRow {
                target.bytes.copyMemory(from: source, byteCount: plane.end - plane.offset)
                continue
            }
            for row in 0..<plane.rows {
                (target.bytes + row * target.bytesPerRow).copyMemory(
                    from: source + row * plane.bytesPerRow, byteCount: plane.usedBytesPerRow)
            }
        }
    }
}
