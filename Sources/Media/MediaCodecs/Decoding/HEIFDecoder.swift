// SPDX-License-Identifier: Apache-2.0
internal import CHEIF
package import CaptureSamples
package import FaceValues
internal import Glibc

/// Decodes the primary image of a HEIF file, HEIC or AVIF, with libheif.
package enum HEIFDecoder {
    /// The brands of files with an image, by what the first one in the file says; sequences are videos, which FFmpeg reads.
    private static let brands = ["heic", "heix", "heim", "heis", "mif1", "avif"]

    /// Bytes of the beginning that tell what a file is.
    package static let headByteCount = 12

    /// Whether a file's first bytes are those of a HEIF image.
    package static func begins(_ head: some Collection<UInt8>) -> Bool { brand(head) != nil }

    /// The brand that a file begins with, where its first bytes are those of a HEIF image.
    package static func brand(_ head: some Collection<UInt8>) -> String? {
        let head = Array(head.prefix(headByteCount))
        guard head.count == headByteCount, head[4..<8].elementsEqual("ftyp".utf8) else {
            return nil
        }
        return brands.first { head[8...].elementsEqual($0.utf8) }
    }

    /// Loads libheif, where it is there, while files may still be opened.
    package static func load() { _ = facecap_heif_load() }

    /// The image as it is displayed: cut, turned and mirrored as its items say, which Exif only repeats; 8 bits, without
    /// its alpha.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: what errors call it.
    /// - Throws: `mediaUnreadable` for what cannot be decoded or is larger than ``ImageLimits``; `systemFailed` without
    ///   libheif or memory.
    package static func decode(
        _ bytes: [UInt8], name: String
    ) throws(FacecapError) -> PixelBuffer {
        guard facecap_heif_load() != 0 else {
            throw FacecapError(
                .systemFailed,
                "\(name) is a HEIF image, and the library libheif.so.1 that reads it is not there; install its package."
            )
        }
        return try bytes.withUnsafeBufferPointer {
            Result(catching: Decoding(bytes: $0, name: name).run)
        }.get()
    }

    /// One file while it is decoded.
    private struct Decoding {
        let bytes: UnsafeBufferPointer<UInt8>
        let name: String

        func run() throws(FacecapError) -> PixelBuffer {
            guard let start = bytes.baseAddress else { throw failure("it is empty") }
            var (width, height): (Int32, Int32) = (0, 0)
            let file = try call { facecap_heif_open(start, bytes.count, $0, $1) }
            defer { facecap_heif_close(file) }
            facecap_heif_claimed_size(file, &width, &height)
            try check(width, height)
            _ = try call {
                facecap_heif_decode(file, &width, &height, $0, $1) != 0 ? true : nil
            }
            try check(width, height)
            // Buffers of images are taken without asking.
            if MemoryCheck.isExhausted(needing: Int64(width) * Int64(height) * 3) {
                throw .noMemory(for: "\(name)")
            }
            return PixelBufferPool(
                format: .bgr24, width: Int(width), height: Int(height), isFullRange: true
            ).makePixelBuffer { planes in
                guard let plane = planes.first else { return }
                facecap_heif_copy(
                    file, plane.bytes.assumingMemoryBound(to: UInt8.self), plane.bytesPerRow)
            }
        }

        /// What libheif answers, or the reason that it gives.
        private func call<Answer>(
            _ body: (UnsafeMutablePointer<CChar>, Int32) -> Answer?
        ) throws(FacecapError) -> Answer {
            let outcome: (answer: Answer?, reason: String, errno: CInt) =
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: 200) { message in
                    message.initialize(repeating: 0)
                    guard let start = message.baseAddress else { return (nil, "", ENOMEM) }
                    let answer = body(start, Int32(message.count))
                    return (answer, String(cString: start), errno)
                }
            if let answer = outcome.answer { return answer }
            // A file may ask for more memory than there can be.
            if outcome.errno == ENOMEM, MemoryCheck.isExhausted(needing: Self.honestByteCount) {
                throw .noMemory(for: "\(name)")
            }
            throw failure(outcome.reason)
        }

        /// Bytes that the largest image takes while it is decoded and converted, about.
        private static let honestByteCount = ImageLimits.maximumPixels * 6

        private func check(_ width: Int32, _ height: Int32) throws(FacecapError) {
            guard width > 0, height > 0 else { throw failure("it has no pixels") }
            try ImageLimits.check(width: Int(width), height: Int(height), of: name)
        }

        private func failure(_ reason: String) -> FacecapError {
            FacecapError(
                .mediaUnreadable,
                "\(name) is a HEIF image that cannot be decoded (\(reason)); it is damaged, cut short, or of a codec that"
                    + " libheif does not know.")
        }
    }
}
