// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import SystemSupport

/// The chunks of a PNG file (ISO/IEC 15948 clause 5); Exif lies in `eXIf`, XMP in an `iTXt` (XMP
/// specification part 3, 1.1.5).
struct PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let xmpName = Array("XML:com.adobe.xmp".utf8) + [0]

    /// More than a photo has: libpng writes chunks of 8 KiB, and a file has at most a gigabyte.
    private static let maximumCount = 262_144

    private struct Chunk {
        let type: String
        let content: ArraySlice<UInt8>
        /// All of it, with length and checksum.
        let range: Range<Int>
    }

    private let bytes: [UInt8]
    private let chunks: [Chunk]
    /// The TIFF structure of the Exif; empty where there is none.
    let exif: [UInt8]
    /// The XMP packets, of which there should be one at most.
    let xmpPackets: [[UInt8]]

    /// Reads the chunks; throws `mediaDamaged` where they end early, or are more than photos have, and
    /// `mediaUnreadable` where the XMP is compressed, which XMP forbids.
    init(_ bytes: [UInt8]) throws(FacecapError) {
        self.bytes = bytes
        chunks = try Self.chunks(of: bytes)
        exif = chunks.first { $0.type == "eXIf" }.map { Array($0.content) } ?? []
        var packets: [[UInt8]] = []
        for chunk in chunks where Self.holdsXMP(chunk) { packets.append(try Self.packet(chunk)) }
        xmpPackets = packets
    }

    /// The file with other metadata; every other chunk stays as it is.
    ///
    /// - Parameters:
    ///   - exif: the new TIFF structure; `nil` leaves the Exif as it is.
    ///   - xmp: the new packet; empty for none.
    func replacing(exif: [UInt8]?, xmp: [UInt8]) -> [UInt8] {
        let place = chunks.firstIndex(where: Self.holdsXMP) ?? 0
        var result = Self.signature
        for (index, chunk) in chunks.enumerated() {
            let isOld = Self.holdsXMP(chunk) || exif != nil && chunk.type == "eXIf"
            if !isOld { result += bytes[chunk.range] }
            // New ones right after IHDR, and so before IDAT.
            if index == 0, let exif { result += Self.chunk("eXIf", exif) }
            if index == place, !xmp.isEmpty {
                // Neither compressed nor in a language.
                result += Self.chunk("iTXt", Self.xmpName + [0, 0, 0, 0] + xmp)
            }
        }
        return result + bytes[(chunks.last?.range.upperBound ?? bytes.count)...]
    }

    private static func chunks(of bytes: [UInt8]) throws(FacecapError) -> [Chunk] {
        var chunks: [Chunk] = []
        var position = signature.count
        while chunks.last?.type != "IEND" {
            guard position + 12 <= bytes.count else { throw damaged }
            let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            let content = position + 8
            guard length <= bytes.count - content - 4 else { throw damaged }
            let type = String(decoding: bytes[(position + 4)..<content], as: UTF8.self)
            let end = content + length + 4
            guard chunks.count < maximumCount else {
                throw FacecapError(
                    .mediaDamaged,
                    "The PNG file has more than \(maximumCount) chunks; use an undamaged file.")
            }
            chunks.append(
                Chunk(
                    type: type, content: bytes[content..<(content + length)],
                    range: position..<end))
            position = end
        }
        guard chunks.first?.type == "IHDR" else { throw damaged }
        return chunks
    }

    private static var damaged: FacecapError {
        FacecapError(.mediaDamaged, "The PNG file is cut short; use a complete file.")
    }

    private static func holdsXMP(_ chunk: Chunk) -> Bool {
        chunk.type == "iTXt" && chunk.content.starts(with: xmpName)
    }

    /// What follows the keyword, two bytes about compression, a language and a translated keyword.
    private static func packet(_ chunk: Chunk) throws(FacecapError) -> [UInt8] {
        let rest = chunk.content.dropFirst(xmpName.count)
        guard rest.first == 0 else {
            throw FacecapError(
                .mediaUnreadable,
                "The XMP of the PNG file is compressed; store it again with exiftool first.")
        }
        let parts = rest.dropFirst(2).split(
            separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw damaged }
        return Array(parts[2])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var chunk = BoxWriter()
        chunk.append(UInt32(clamping: content.count))
        chunk.append(type)
        chunk.append(contentsOf: content)
        var checksum = CRC32()
        checksum.append(chunk.bytes[4...])
        chunk.append(checksum.value)
        return chunk.bytes
    }
}
