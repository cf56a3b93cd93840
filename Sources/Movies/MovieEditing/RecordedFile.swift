// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading

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

    /// The largest `ftyp` there is.
    private static let headLimit: UInt32 = 4096
    /// What stands before the movie box while a movie is recorded.
    private static let space: [UInt8] =
        [0, 0, 0, 16] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]

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
        var start = [UInt8](repeating: 0, count: 8)
        guard try read(&start, of: bytes, at: 0) else { return nil }
        var head = BoxReader(start)
        guard let size = head.read(UInt32.self), (8...headLimit).contains(size),
            head.readCode() == "ftyp"
        else { return nil }
        let headSize = Int64(size)
        guard try read(&start, of: bytes, at: headSize + 16),
            Array(start[4...]) == Array("moov".utf8)
        else { return nil }
        let patched = PatchedBytes(base: bytes, patch: space, offset: headSize)
        do throws(FacecapError) {
            let reader = try MovieReader(patched)
            return reader.isFragmented ? (headSize, reader) : nil
        } catch {
            guard error.code == .mediaDamaged || error.code == .mediaUnreadable else { throw error }
            return nil
        }
    }

    private static func read(
        _ buffer: inout [UInt8], of bytes: any MovieBytes, at offset: Int64
    ) throws(FacecapError) -> Bool {
        guard offset + Int64(buffer.count) <= bytes.byteCount else { return false }
        let result = buffer.withUnsafeMutableBytes { raw -> Result<Int, FacecapError> in
            do throws(FacecapError) {
                return .success(try bytes.read(into: raw, at: offset))
            } catch {
                return .failure(error)
            }
        }
        return try result.get() == buffer.count
    }

    /// Whether the head and the 16 bytes behind it say what they say in a finished movie.
    private static func isFinished(_ reader: MovieReader) throws(FacecapError) -> Bool {
        guard reader.topLevelBoxes.count > 1, reader.topLevelBoxes[1].type == "mdat" else {
            return false
        }
        return try MovieHead.isFinal(in: reader)
    }
}
