// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// What a plain movie says of itself in `ftyp` (ISO/IEC 14496-12 4.3).
enum MovieHead {
    /// The `ftyp` of a movie that keeps the tracks of another one, in a file with a name of the same
    /// kind or another.
    static func bytes(of reader: MovieReader, path: String?) throws(FacecapError) -> [UInt8] {
        let source = fileType(of: reader)
        let target = path.flatMap { MovieFileType(path: $0) } ?? source
        guard target == source, let head = try head(of: reader) else {
            return bytes(target, holding: source)
        }
        return isRecorders(head, source) ? FileTypeBox.finished(source).bytes : head
    }

    /// Whether a movie's head needs no change to be that of a plain movie.
    static func isFinal(in reader: MovieReader) throws(FacecapError) -> Bool {
        try head(of: reader) == bytes(of: reader, path: nil)
    }

    /// Whether a movie's head is the recorder's.
    static func isRecorders(_ reader: MovieReader) throws(FacecapError) -> Bool {
        try head(of: reader).map { isRecorders($0, fileType(of: reader)) } ?? false
    }

    private static func fileType(of reader: MovieReader) -> MovieFileType {
        reader.isQuickTime ? .mov : reader.majorBrand == "M4A " ? .m4a : .mp4
    }

    private static func head(of reader: MovieReader) throws(FacecapError) -> [UInt8]? {
        guard let box = reader.topLevelBoxes.first, box.type == "ftyp", box.size <= 4096 else {
            return nil
        }
        return try reader.readBytes(at: box.offset, count: Int(box.size))
    }

    /// Whether a head is that of a recording, or half that and half the one of the finished movie.
    private static func isRecorders(_ head: [UInt8], _ type: MovieFileType) -> Bool {
        let (begun, finished) = (
            FileTypeBox.fragmented(type).bytes, FileTypeBox.finished(type).bytes
        )
        return head.count == begun.count && head.count == finished.count
            && head.indices.allSatisfy { head[$0] == begun[$0] || head[$0] == finished[$0] }
    }

    /// A head that names the kind of the file first, and then that of the description in it.
    private static func bytes(_ target: MovieFileType, holding source: MovieFileType) -> [UInt8] {
        var head = FileTypeBox.finished(target)
        if target != .mov, source == .mov { head.compatibleBrands.append("qt  ") }
        return head.bytes
    }
}
