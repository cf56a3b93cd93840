// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
internal import FaceValues
import Glibc
internal import SystemSupport

/// Lets libavformat write into a file that takes its name later. Used by one thread at a time.
final class FileOutput {
    let file: AtomicFile
    let context: UnsafeMutablePointer<AVIOContext>
    private let position: UnsafeMutablePointer<Position>

    /// What libavformat's calls change.
    private struct Position {
        let file: Unmanaged<AtomicFile>
        var offset: Int64 = 0
        var failure: FacecapError?
    }

    init(_ file: AtomicFile) throws(FacecapError) {
        let size = 1 << 15
        position = .allocate(capacity: 1)
        position.initialize(to: Position(file: .passUnretained(file)))
        let buffer = av_malloc(size)?.assumingMemoryBound(to: UInt8.self)
        guard let buffer,
            let context = avio_alloc_context(
                buffer, CInt(size), 1, position, nil,
                { FileOutput.write($0, UnsafeRawPointer($1), $2) },
                { FileOutput.seek($0, $1, $2) })
        else {
            av_free(buffer)
            position.deinitialize(count: 1).deallocate()
            throw .outOfMemory
        }
        self.file = file
        self.context = context
    }

    deinit {
        av_free(context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&context)
        position.deinitialize(count: 1).deallocate()
    }

    /// Throws what went wrong first.
    func check() throws(FacecapError) {
        if let failure = position.pointee.failure { throw failure }
    }

    private static func write(
        _ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: CInt
    ) -> CInt {
        guard let position = opaque?.assumingMemoryBound(to: Position.self), count >= 0 else {
            return -EINVAL
        }
        do throws(FacecapError) {
            let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            try position.pointee.file.takeUnretainedValue().write(
                bytes, at: position.pointee.offset)
            position.pointee.offset += Int64(count)
            return count
        } catch {
            position.pointee.failure = position.pointee.failure ?? error
            return -(error.systemError ?? EIO)
        }
    }

    private static func seek(
        _ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ origin: CInt
    ) -> Int64 {
        guard let position = opaque?.assumingMemoryBound(to: Position.self) else { return -1 }
        let size = position.pointee.file.takeUnretainedValue().byteCount
        let target: Int64
        switch origin & ~AVSEEK_FORCE {
        case SEEK_SET: target = offset
        case SEEK_CUR: target = position.pointee.offset + offset
        case SEEK_END: target = size + offset
        case AVSEEK_SIZE: return size
        default: return Int64(-EINVAL)
        }
        guard target >= 0 else { return Int64(-EINVAL) }
        position.pointee.offset = target
        return target
    }
}
