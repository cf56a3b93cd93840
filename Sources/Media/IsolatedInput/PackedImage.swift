// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import ProcessIsolation

/// An image as a message holds it: its rows and planes one right after the other.
enum PackedImage {
    static func bytes(of image: PixelBuffer) -> [UInt8] {
        let (planes, byteCount) = image.format.layout(width: image.width, height: image.height)
        return [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, count in
            guard let base = bytes.baseAddress else { return }
            image.copyRows {
                (UnsafeMutableRawPointer(base) + planes[$0].offset, planes[$0].bytesPerRow)
            }
            count = byteCount
        }
    }

    /// The image that bytes are, of the format and size of a place.
    static func image(
        _ bytes: ArraySlice<UInt8>, _ place: FramePlace
    ) throws(MessageDamage) -> PixelBuffer {
        let (planes, byteCount) = place.format.layout(width: place.width, height: place.height)
        guard bytes.count == byteCount else { throw MessageDamage("an image has another size") }
        let pool = PixelBufferPool(
            format: place.format, width: place.width, height: place.height,
            isFullRange: place.isFullRange, matrix: place.matrix)
        return pool.makePixelBuffer { copies in
            bytes.withUnsafeBytes { source in
                guard let base = source.baseAddress else { return }
                let packed = PixelBuffer(
                    format: place.format, width: place.width, height: place.height,
                    planes: planes.map {
                        .init(baseAddress: base + $0.offset, bytesPerRow: $0.bytesPerRow)
                    }, isFullRange: place.isFullRange, owner: pool)
                packed.copyRows { (copies[$0].bytes, copies[$0].bytesPerRow) }
            }
        }
    }
}
