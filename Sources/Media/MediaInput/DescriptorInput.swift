internal import CFFmpeg
import FaceValues
import Glibc
internal import MediaCodecs
internal import SystemSupport

/// Bytes of a file, a pipe or the standard input for libavformat; waiting for a pipe can be
/// cancelled, which libavformat's own reader does not offer.
final class DescriptorInput {
    /// Valid as long as this object.
    let context: UnsafeMutablePointer<AVIOContext>
    /// Whether it is a file, not a pipe or a device.
    let isRegularFile: Bool
    /// Bytes of a file; `nil` of a pipe or device.
    var byteCount: Int64? { source.size }
    /// What the system said when a read failed; `nil` while none has.
    var failure: CInt? { source.failure }
    private let source: Source

    /// Bytes of the file, fewer at its end; of a pipe those that were read while it was being opened.
    func bytes(at offset: Int64, count: Int) -> [UInt8] { source.bytes(at: offset, count: count) }

    /// Forgets the beginning of a pipe.
    func endOpening() { source.endOpening() }

    /// Opens a path; the standard input when it is `nil`.
    init(path: String?, cancellation: Cancellation) throws(FacecapError) {
        source = try Source(path: path, cancellation: cancellation)
        isRegularFile = source.size != nil
        let capacity = 64 << 10
        let buffer = av_malloc(capacity)
        let context = avio_alloc_context(
            buffer?.assumingMemoryBound(to: UInt8.self), CInt(capacity), 0,
            Unmanaged.passUnretained(source).toOpaque(),
            { Source.from($0)?.read(into: $1, capacity: $2) ?? FACECAP_AVERROR_EXIT }, nil,
            isRegularFile ? { Source.from($0)?.seek(to: $1, whence: $2) ?? -1 } : nil)
        guard buffer != nil, let context else {
            av_free(buffer)
            throw .outOfMemory
        }
        self.context = context
    }

    deinit {
        av_freep(&context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&context)
    }

    /// The descriptor behind the C callbacks.
    private final class Source {
        /// Bytes of a regular file; `nil` of a pipe or device.
        let size: Int64?
        private(set) var failure: CInt?
        private let descriptor: CInt
        /// What is closed with it: not the standard input.
        private let file: FileDescriptor?
        private let cancellation: Cancellation
        /// The beginning of a pipe, as long as it is being opened.
        private var beginning: [UInt8]? = []

        /// A description of a movie that is longer is not kept.
        private static let maximumBeginning = 16 << 20

        init(path: String?, cancellation: Cancellation) throws(FacecapError) {
            // O_NONBLOCK: a pipe with a name and no writer yet must not hang where none can cancel.
            if let path {
                guard let opened = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK) else {
                    throw .cannotOpen(.file(path: path), errno: errno)
                }
                descriptor = opened.number
                file = consume opened
            } else {
                descriptor = STDIN_FILENO
                file = nil
            }
            self.cancellation = cancellation
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw .cannotOpen(path.map(MediaLocation.file) ?? .standardInput, errno: errno)
            }
            let kind = status.st_mode & S_IFMT
            size = kind == S_IFREG ? Int64(status.st_size) : nil
            try check(kind: kind, path: path)
        }

        static func from(_ opaque: UnsafeMutableRawPointer?) -> Source? {
            opaque.map { Unmanaged<Source>.fromOpaque($0).takeUnretainedValue() }
        }

        private func check(kind: mode_t, path: String?) throws(FacecapError) {
            let name = path.map { MediaLocation.file(path: $0).description } ?? "Standard input"
            if kind == S_IFDIR {
                throw FacecapError(
                    .mediaUnreadable, "\(name) is a directory; name a video or image in it.")
            }
            if size == 0 {
                throw FacecapError(
                    .mediaUnreadable, "\(name) is empty; was it copied or recorded to the end?")
            }
            if path == nil && isatty(descriptor) == 1 {
                throw FacecapError(
                    .invalidArgument,
                    "Standard input is a terminal; pipe a video into it or name a file.")
            }
        }

        func read(into buffer: UnsafeMutablePointer<UInt8>?, capacity: CInt) -> CInt {
            while !cancellation.isCancelled {
                if size == nil { cancellation.waitForData(on: descriptor) }
                if cancellation.isCancelled { break }
                let count = Glibc.read(descriptor, buffer, Int(capacity))
                if count > 0 {
                    if size == nil, let buffer {
                        keep(UnsafeBufferPointer(start: buffer, count: count))
                    }
                    return CInt(count)
                }
                if count == 0 { return FACECAP_AVERROR_EOF }
                let code = errno
                guard code == EINTR || code == EAGAIN else {
                    failure = code
                    return -code
                }
            }
            return FACECAP_AVERROR_EXIT
        }

        private func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let count = beginning?.count else { return }
            if count + bytes.count > Self.maximumBeginning {
                beginning = nil
            } else {
                beginning?.append(contentsOf: bytes)
            }
        }

        func endOpening() { beginning = nil }

        func bytes(at offset: Int64, count: Int) -> [UInt8] {
            guard let size else {
                let kept = (beginning ?? []).dropFirst(Int(clamping: offset))
                return Array(kept.prefix(count))
            }
            let count = Int(clamping: min(Int64(count), max(0, size - offset)))
            var bytes = [UInt8](repeating: 0, count: count)
            let found = pread(descriptor, &bytes, count, off_t(offset))
            return Array(bytes.prefix(max(0, found)))
        }

        func seek(to offset: Int64, whence: CInt) -> Int64 {
            if whence & FACECAP_AVSEEK_SIZE != 0 { return size ?? -1 }
            let position = lseek(descriptor, off_t(offset), whence & ~FACECAP_AVSEEK_FORCE)
            return position >= 0 ? Int64(position) : Int64(-errno)
        }
    }
}
