// SPDX-License-Identifier: Apache-2.0
internal import CHEIF
internal import CaptureSamples
internal import FaceValues
internal import Glibc
internal import MediaCodecs

/// Writes HEIC files: the image in HEVC and its metadata, all in one go, by libheif.
enum HEIFWriter {
    /// The file of an image.
    ///
    /// - Parameters:
    ///   - quality: 0...1.
    ///   - exif: a TIFF structure.
    ///   - xmp: a packet; empty for none.
    static func file(
        of image: RGBImage, quality: Double, exif: [UInt8], xmp: [UInt8]
    ) throws(FacecapError) -> [UInt8] {
        let result = image.bytes.withUnsafeBufferPointer { rgb in
            exif.withUnsafeBufferPointer { exif in
                xmp.withUnsafeBufferPointer { xmp in
                    encode(image, rgb, Int32((min(max(quality, 0), 1) * 100).rounded()), exif, xmp)
                }
            }
        }
        return try result.get()
    }

    private static func encode(
        _ image: RGBImage, _ rgb: UnsafeBufferPointer<UInt8>, _ quality: Int32,
        _ exif: UnsafeBufferPointer<UInt8>, _ xmp: UnsafeBufferPointer<UInt8>
    ) -> Result<[UInt8], FacecapError> {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
            guard let start = rgb.baseAddress, let text = message.baseAddress else {
                return .failure(.noMemory(for: "a photo"))
            }
            message.initialize(repeating: 0)
            var source = FacecapHEIFImage(
                rgb: start, bytes_per_row: image.width * 3, width: Int32(clamping: image.width),
                height: Int32(clamping: image.height), quality: quality, exif: exif.baseAddress,
                exif_count: exif.count, xmp: xmp.baseAddress, xmp_count: xmp.count)
            var count = 0
            guard let bytes = facecap_heif_encode(&source, &count, text, Int32(message.count))
            else {
                return .failure(
                    .noMemory(behind: errno, for: "a photo")
                        ?? FacecapError(
                            .outputFailed,
                            "libheif cannot write the photo (\(String(cString: text))); write a JPEG file."
                        ))
            }
            defer { facecap_heif_free(bytes) }
            return .success(Array(UnsafeBufferPointer(start: bytes, count: count)))
        }
    }
}
