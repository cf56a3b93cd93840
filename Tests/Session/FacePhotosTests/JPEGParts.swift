// SPDX-License-Identifier: Apache-2.0
import MediaCodecs

/// Parts of JPEG files, to put files together as other programs write them.
enum JPEGParts {
    /// A segment with its marker and its length.
    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + bigEndian(content.count + 2, 2) + content
    }

    /// The segment of an XMP packet with properties, as attributes or elements of a description.
    static func xmp(_ attributes: String, _ elements: String = "") -> [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return segment(0xE1, Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + Array(packet.utf8))
    }

    /// The segment of an XMP packet with one property that is no region.
    static let xmpOfFormat = xmp(
        "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" dc:format=\"image/jpeg\"")

    /// A photo with more segments at its beginning.
    static func photo(_ segments: [[UInt8]]) throws -> [UInt8] {
        let photo = try TestPhoto.bytes(.jpeg(quality: 0.5))
        return Array(photo.prefix(2)) + Array(segments.joined()) + Array(photo.dropFirst(2))
    }

    static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
