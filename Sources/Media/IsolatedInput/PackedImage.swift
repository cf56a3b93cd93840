// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import ProcessIsolation

/// An image as a message holds it: its rows and planes one right after the other.
enum PackedImage {
    static func bytes(of image: PixelBuffer) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, plane) in image.planes.enumerated() {
            let layout = image.format.layout(
                plane: index, width: image.width, height: image.height)
            for row in 0..<layout.rows {
                bytes += UnsafeRawBufferPointer(
                    start: plane.baseAddress + row * plane.bytesPerRow, count: layout.bytesPerRow)
            }
        }
        return bytes
    }

    /// The image that bytes are, of the format and size of a place.
    static func image(
        _ bytes: ArraySlice<UInt8>, _ place: FramePlace
    ) throws(MessageDamage) -> PixelBuffer {
        let layouts = (0..<place.format.planeCount).map {
            place.format.layout(plane: $0, width: place.width, height: place.height)
        }
        guard bytes.count == layouts.reduce(0, { $0 + $1.bytesPerRow * $1.rows }) else {
            throw MessageDamage("an image has another size")
        }
        let pool = PixelBufferPool(
            format: place.format, width: place.width, height: place.height,
            isFullRange: place.isFullRange)
        return pool.makePixelBuffer { planes in
            bytes.withUnsafeBytes { source in
                var next = 0
                for (plane, layout) in zip(planes, layouts) {
                    for row in 0..<layout.rows {
                        UnsafeMutableRawBufferPointer(
                            start: plane.bytes + row * plane.bytesPerRow, count: layout.bytesPerRow
                        ).copyMemory(
                            from: UnsafeRawBufferPointer(
                                rebasing: source[next..<next + layout.bytesPerRow]))
                        next += layout.bytesPerRow
                    }
                }
            }
        }
    }
}
