// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading

/// What a decoder has to know of the samples of a track, without what says only how many bits they have.
struct CodecConfiguration: Hashable {
    private let codec: FourCharacterCode
    private let fields: [UInt8]
    private let boxes: [[UInt8]]

    /// Reads a whole sample entry of frames or audio (ISO/IEC 14496-12 12.1.3, 12.2.3).
    init(_ entry: [UInt8], kind: MovieTrack.Kind) {
        var outer = BoxReader(entry)
        guard let box = outer.readBox() else {
            (codec, fields, boxes) = ("none", entry, [])
            return
        }
        codec = box.type
        let count = Self.fieldCount(of: box.content, kind)
        fields = Array(box.content.prefix(count))
        var reader = BoxReader(box.content.dropFirst(count))
        var boxes: [[UInt8]] = []
        while let child = reader.readBox() {
            switch child.type {
            case "btrt", "free", "skip": continue
            case "esds": boxes.append(Self.withoutBitRates(child.bytes))
            default: boxes.append(Array(child.bytes))
            }
        }
        self.boxes = boxes
    }

    /// How many bytes stand before the boxes.
    private static func fieldCount(of content: ArraySlice<UInt8>, _ kind: MovieTrack.Kind) -> Int {
        guard kind == .audio else { return 78 }
        var reader = BoxReader(content)
        let version = reader.skip(8).flatMap { reader.read(UInt16.self) } ?? 0
        return version == 1 ? 44 : version == 2 ? 64 : 28
    }

    /// ISO/IEC 14496-1 7.2.6.6: what a `DecoderConfigDescriptor` has behind its first two bytes is the size of
    /// a buffer and two bit rates, 11 bytes.
    private static func withoutBitRates(_ box: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = Array(box)
        var place = 12
        func skipLength() {
            while place < bytes.count, bytes[place] & 0x80 != 0 { place += 1 }
            place += 1
        }
        guard place < bytes.count, bytes[place] == 3 else { return bytes }
        place += 1
        skipLength()
        place += 3
        guard place < bytes.count, bytes[place] == 4 else { return bytes }
        place += 1
        skipLength()
        for index in place + 2..<place + 13 where bytes.indices.contains(index) { bytes[index] = 0 }
        return bytes
    }
}

extension MovieTrack {
    /// What is recorded in a track, for people: `H.264, 640 x 480`.
    var summary: String {
        let name =
            switch codec?.description {
            case "avc1", "avc3": "H.264"
            case "hvc1", "hev1": "HEVC"
            case "av01": "AV1"
            case "mp4a": "AAC"
            case "Opus": "Opus"
            case let other: other ?? "nothing"
            }
        guard kind == .video, let width, let height else { return name }
        let turn = orientation == .upright ? "" : ", turned"
        return "\(name), \(width) x \(height)\(turn)"
    }

    /// Whether a track can go on with the samples of another one.
    func hasSameConfiguration(as other: MovieTrack) -> Bool {
        guard kind == other.kind, kind != .video || matrix == other.matrix else { return false }
        guard kind != .metadata else { return true }
        return sampleEntries.map { CodecConfiguration($0, kind: kind) }
            == other.sampleEntries.map { CodecConfiguration($0, kind: kind) }
    }
}
