// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The header of a JPEG file: the marker segments before its first scan, and where everything else is.
///
/// ISO/IEC 10918-1 B.1.1; Exif 2.32 4.7.2; XMP specification part 3, 1.1.3.
struct JPEGSegments {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]
    private static let exifName = Array("Exif".utf8) + [0, 0]
    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
    /// A segment's length has 16 bits and counts itself.
    private static let maximumContent = 65_533
    /// More than the header of a photo has.
    private static let maximumCount = 65_536

    private struct Segment {
        let marker: UInt8
        /// What follows the length.
        let content: ArraySlice<UInt8>
        /// All of it, with the marker.
        let range: Range<Int>
    }

    private let bytes: [UInt8]
    private let segments: [Segment]

    /// Reads the header; throws `mediaDamaged` where it ends early, or has more segments than photos have.
    init(_ bytes: [UInt8]) throws(FacecapError) {
        var segments: [Segment] = []
        var position = 2
        while true {
            var start = position
            // A marker may have fill bytes before it.
            while start + 1 < bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xFF {
                start += 1
            }
            guard start + 3 < bytes.count, bytes[start] == 0xFF else {
                throw FacecapError(
                    .mediaDamaged, "The JPEG file ends within its header; use a complete file.")
            }
            // The first scan: what follows is the image.
            if bytes[start + 1] == 0xDA { break }
            let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
            let end = start + 2 + length
            guard length >= 2, end <= bytes.count else {
                throw FacecapError(
                    .mediaDamaged, "A segment of the JPEG file is cut short; use a complete file.")
            }
            guard segments.count < Self.maximumCount else {
                throw FacecapError(
                    .mediaDamaged,
                    "The JPEG file has more than \(Self.maximumCount) segments in its header; "
                        + "use an undamaged file.")
            }
            segments.append(
                Segment(
                    marker: bytes[start + 1], content: bytes[(start + 4)..<end],
                    range: position..<end))
            position = end
        }
        self.bytes = bytes
        self.segments = segments
    }

    /// The TIFF structure of the Exif; empty where there is none.
    var exif: [UInt8] { contents(named: Self.exifName).first ?? [] }

    /// The XMP packets, of which there should be one at most.
    var xmpPackets: [[UInt8]] { contents(named: Self.xmpName) }

    /// The file with other metadata; every byte of the rest stays as it is, but for where an index of several images
    /// says that they are.
    ///
    /// - Parameters:
    ///   - exif: the new TIFF structure; `nil` leaves the Exif as it is.
    ///   - xmp: the new packet; empty for none. Where the file has none, it goes behind the Exif.
    ///
    /// Throws `outputFailed` where one is too long for a segment.
    func replacing(exif: [UInt8]?, xmp: [UInt8]) throws(FacecapError) -> [UInt8] {
        let head = segments.prefix { $0.marker == 0xE0 || holds($0, Self.exifName) }.count
        let place = segments.firstIndex { holds($0, Self.xmpName) } ?? head
        var result = Array(bytes[..<2])
        var pictureIndexes: [(index: MultiPictureIndex, header: Int)] = []
        let end = segments.last?.range.upperBound ?? 2
        for index in 0...segments.count {
            if index == head, let exif { result += try Self.segment(Self.exifName, exif) }
            if index == place { result += try Self.segment(Self.xmpName, xmp) }
            guard index < segments.count else { break }
            let segment = segments[index]
            let isOld =
                holds(segment, Self.xmpName) || exif != nil && holds(segment, Self.exifName)
            if isOld { continue }
            if segment.marker == 0xE2,
                let pictures = MultiPictureIndex(segment.content, of: bytes, headerEnd: end)
            {
                pictureIndexes.append(
                    (pictures, pictures.header - segment.range.lowerBound + result.count))
            }
            result += bytes[segment.range]
        }
        result += bytes[end...]
        let growth = result.count - bytes.count
        for (pictures, header) in pictureIndexes {
            pictures.correct(&result, header: header, growth: growth)
        }
        return result
    }

    private func holds(_ segment: Segment, _ name: [UInt8]) -> Bool {
        segment.marker == 0xE1 && segment.content.starts(with: name)
    }

    private func contents(named name: [UInt8]) -> [[UInt8]] {
        segments.filter { holds($0, name) }.map { Array($0.content.dropFirst(name.count)) }
    }

    private static func segment(
        _ name: [UInt8], _ content: [UInt8]
    ) throws(FacecapError) -> [UInt8] {
        guard !content.isEmpty else { return [] }
        let length = name.count + content.count
        guard length <= maximumContent else {
            throw FacecapError(
                .outputFailed,
                "The photo's metadata take \(length) bytes, but a JPEG file has room for "
                    + "\(maximumContent); write a PNG file.")
        }
        let field = UInt16(length + 2)
        return [0xFF, 0xE1, UInt8(field >> 8), UInt8(field & 0xFF)] + name + content
    }
}
