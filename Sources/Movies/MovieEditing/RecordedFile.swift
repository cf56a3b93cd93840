// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import SystemSupport

/// A movie file as a recorder left it.
struct RecordedFile {
    /// What is in it.
    enum State {
        /// A plain movie that is whole.
        case finished
        /// Fragments, with 16 bytes before the movie box that the finished movie needs.
        case hybrid(headSize: Int64)
        /// A movie of other programs, in fragments or without its end.
        case foreign
    }

    let state: State
    let reader: MovieReader
    /// The file as it was before it was read; `nil` of bytes that are in no file.
    private(set) var original: UnchangedFile?

    /// The largest `ftyp` there is.
    private static let headLimit: UInt32 = 4096
    /// What stands before the movie box while a movie is recorded.
    private static let space: [UInt8] =
        [0, 0, 0, 16] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]

    /// Looks at the file at a path; throws what opening it throws too.
    init(path: String) throws(FacecapError) {
        let original = UnchangedFile(path: path)
        try self.init(MovieFileBytes(path: path))
        self.original = original
    }

    /// Looks at a file.
    ///
    /// Throws `.mediaUnreadable` for what is no movie, `.mediaDamaged` for one whose description is not whole.
    init(_ bytes: any MovieBytes) throws(FacecapError) {
        let hybrid = try Self.hybrid(bytes)
        let plain: MovieReader
        do throws(FacecapError) {
            plain = try MovieReader(bytes)
        } catch {
            // The head may be half written, and a finished movie cut short.
            guard let hybrid, error.code == .mediaDamaged || error.code == .mediaUnreadable else {
                throw error
            }
            (state, reader) = (.hybrid(headSize: hybrid.headSize), hybrid.reader)
            return
        }
        let isFinished = hybrid == nil ? true : try Self.isFinished(plain)
        if isFinished {
            do throws(FacecapError) {
                if try plain.isPlain() {
                    (state, reader) = (.finished, plain)
                    return
                }
            } catch {
                guard hybrid != nil, error.code == .mediaDamaged else { throw error }
            }
        }
        if let hybrid {
            (state, reader) = (.hybrid(headSize: hybrid.headSize), hybrid.reader)
        } else {
            (state, reader) = (.foreign, plain)
        }
    }

    /// Reads the file as it was while it was recorded, whatever became of the 16 bytes behind `ftyp`;
    /// `nil` when it was not recorded in this way.
    private static func hybrid(
        _ bytes: any MovieBytes
    ) throws(FacecapError) -> (headSize: Int64, reader: MovieReader)? {
        guard let head = try boxHeader(at: 0, of: bytes), head.type == "ftyp",
            (8...headLimit).contains(head.size)
        else { return nil }
        let headSize = Int64(head.size)
        guard try boxHeader(at: headSize + 16, of: bytes)?.type == .moov else { return nil }
        let patched = PatchedBytes(base: bytes, patch: space, offset: headSize)
        do throws(FacecapError) {
            let reader = try MovieReader(patched)
            return reader.isFragmented ? (headSize, reader) : nil
        } catch {
            guard error.code == .mediaDamaged || error.code == .mediaUnreadable else { throw error }
            return nil
        }
    }

    /// The first eight bytes of a box; `nil` where fewer are there.
    private static func boxHeader(
        at offset: Int64, of bytes: any MovieBytes
    ) throws(FacecapError) -> (size: UInt32, type: FourCharacterCode)? {
        guard bytes.contains(offset: offset, count: 8) else { return nil }
        var header = BoxReader(try bytes.bytes(at: offset, count: 8))
        guard let size: UInt32 = header.read(), let type = header.readCode() else { return nil }
        return (size, type)
    }

    /// Whether the head and the 16 bytes behind it say what they say in a finished movie.
    private static func isFinished(_ reader: MovieReader) throws(FacecapError) -> Bool {
        guard reader.topLevelBoxes.count > 1, reader.topLevelBoxes[1].type == "mdat" else {
            return false
        }
        return try MovieHead.isFinal(in: reader)
    }
}
