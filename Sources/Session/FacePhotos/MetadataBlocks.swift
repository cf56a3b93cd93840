// SPDX-License-Identifier: Apache-2.0
internal import CExiv2
internal import CaptureSamples
internal import FaceValues
import Glibc

/// Owner of the Exif and the XMP of one file while they are read and changed, by exiv2.
///
/// There is one at a time: who makes another one waits until the first is gone. It stays on its thread.
final class MetadataBlocks {
    private let handle: OpaquePointer

    /// What the blocks of a file say; without bytes, nothing yet.
    ///
    /// - Parameters:
    ///   - exif: a TIFF structure.
    ///   - xmp: a packet.
    ///
    /// Throws `mediaDamaged` where they cannot be read.
    init(exif: [UInt8] = [], xmp: [UInt8] = []) throws(FacecapError) {
        let result = exif.withUnsafeBufferPointer { exif in
            xmp.withUnsafeBufferPointer { xmp in
                Self.call(
                    .mediaDamaged, "The metadata of the image cannot be read",
                    remedy: "remove them with `exiv2 rm`, or repair them"
                ) {
                    facecap_photo_metadata_create(
                        FacecapPhotoBytes(bytes: exif.baseAddress, count: exif.count),
                        FacecapPhotoBytes(bytes: xmp.baseAddress, count: xmp.count), $0, $1)
                }
            }
        }
        handle = try result.get()
    }

    deinit { facecap_photo_metadata_destroy(handle) }

    /// The orientation of Exif, 1...8; 1 where it says nothing that makes sense.
    var orientation: Int {
        let value = textOfExif("Exif.Image.Orientation").flatMap {
            Int($0.prefix(while: \.isNumber))
        }
        guard let value, 1...8 ~= value else { return 1 }
        return value
    }

    /// The text of an XMP property by its path, at most 1023 bytes; `nil` where there is none.
    func textOfXMP(_ path: String) -> String? {
        Self.text { facecap_photo_metadata_xmp_text(handle, path, $0, $1) }
    }

    /// The number of an XMP property by its path; `nil` where there is none that is finite.
    func numberOfXMP(_ path: String) -> Double? {
        textOfXMP(path).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The text of an Exif field by exiv2's name of it, at most 1023 bytes; `nil` where there is none.
    func textOfExif(_ key: String) -> String? {
        Self.text { facecap_photo_metadata_exif_text(handle, key, $0, $1) }
    }

    private static func text(_ read: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            guard let text = buffer.baseAddress, read(text, Int32(buffer.count)) == 1 else {
                return nil
            }
            return String(cString: text)
        }
    }

    /// Sets an Exif field by exiv2's name of it.
    func setExif(_ key: String, _ value: String) throws(FacecapError) {
        _ = try Self.call(.outputFailed, "The photo's \(key) cannot be set") {
            let code = facecap_photo_metadata_set_exif(handle, key, value, $0, $1)
            return code == 0 ? code : nil
        }.get()
    }

    /// Sets an XMP property by its path.
    func setXMP(
        _ path: String, _ value: String = "", kind: FacecapXMPKind = FACECAP_XMP_TEXT
    ) throws(FacecapError) {
        _ = try Self.call(.outputFailed, "The photo's \(path) cannot be set") {
            let code = facecap_photo_metadata_set_xmp(handle, path, kind, value, $0, $1)
            return code == 0 ? code : nil
        }.get()
    }

    /// Removes an XMP property with all below it; whether there was any.
    func removeXMP(_ path: String) throws(FacecapError) -> Bool {
        try Self.call(.outputFailed, "The photo's \(path) cannot be removed") {
            let count = facecap_photo_metadata_remove_xmp(handle, path, $0, $1)
            return count >= 0 ? count > 0 : nil
        }.get()
    }

    /// Gives an XMP property, with all below it, another path.
    func moveXMP(from path: String, to newPath: String) throws(FacecapError) {
        _ = try Self.call(.outputFailed, "The photo's \(path) cannot be moved") {
            let code = facecap_photo_metadata_move_xmp(handle, path, newPath, $0, $1)
            return code == 0 ? code : nil
        }.get()
    }

    /// The Exif as a TIFF structure.
    func encodedExif() throws(FacecapError) -> [UInt8] {
        try Self.call(.outputFailed, "The photo's Exif cannot be written") {
            var bytes = FacecapPhotoBytes()
            let code = facecap_photo_metadata_encode_exif(handle, &bytes, $0, $1)
            return code == 0 ? Self.copy(bytes) : nil
        }.get()
    }

    /// The XMP as a packet.
    func encodedXMP() throws(FacecapError) -> [UInt8] {
        try Self.call(.outputFailed, "The photo's XMP cannot be written") {
            var bytes = FacecapPhotoBytes()
            let code = facecap_photo_metadata_encode_xmp(handle, &bytes, $0, $1)
            return code == 0 ? Self.copy(bytes) : nil
        }.get()
    }

    private static func copy(_ bytes: FacecapPhotoBytes) -> [UInt8] {
        Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.count))
    }

    /// What exiv2 says, without the full stop that some of its sentences have.
    private static func reason(_ message: UnsafePointer<CChar>) -> String {
        let text = String(cString: message)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Calls with room for a message; `nil` becomes an error with it.
    private static func call<Success>(
        _ code: FacecapError.Code, _ what: String,
        remedy: String? = nil,
        _ body: (UnsafeMutablePointer<CChar>, Int32) -> Success?
    ) -> Result<Success, FacecapError> {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let message = buffer.baseAddress else {
                return .failure(.noMemory(for: "a photo's metadata"))
            }
            buffer.initialize(repeating: 0)
            if let success = body(message, Int32(buffer.count)) { return .success(success) }
            return .failure(
                .noMemory(behind: errno, for: "a photo's metadata")
                    ?? FacecapError(
                        code,
                        "\(what): \(Self.reason(message))" + (remedy.map { "; \($0)" } ?? "") + ".")
            )
        }
    }
}
