public import FaceValues
import Glibc
internal import Synchronization
internal import SystemSupport

/// The bytes of a movie in a file, read by `pread`; a file that grows has the size it had when it was
/// opened, and one that shrinks fails to be read.
///
/// Nothing is mapped into memory: a mapped file that another program shortens kills its reader.
public final class MovieFileBytes: MovieBytes {
    /// The file's path, on one line.
    public let name: String
    /// How many bytes the file had when it was opened.
    public let byteCount: Int64

    /// Why the system could not read, the first time that it could not; `nil` while it could.
    public var readFailure: FacecapError? { firstFailure.withLock { $0 } }

    private let descriptor: Int32
    private let firstFailure = Mutex<FacecapError?>(nil)

    /// Opens a regular file; symbolic links are followed.
    ///
    /// - Throws: ``FacecapError/Code/sourceNotFound``, ``FacecapError/Code/permissionDenied``,
    ///   ``FacecapError/Code/mediaUnreadable`` for what is no regular file, or
    ///   ``FacecapError/Code/systemFailed``.
    public init(path: String) throws(FacecapError) {
        name = String(
            String.UnicodeScalarView(path.unicodeScalars.map { $0.value < 32 ? "?" : $0 }))
        guard !path.utf8.contains(0) else {
            throw FacecapError(.sourceNotFound, "There is no file \(name); check the path.")
        }
        // O_NONBLOCK: opening a FIFO does not wait for its writer.
        let descriptor = open(path.cPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(errno, .read, name) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = errno
            close(descriptor)
            throw .file(error, .read, name)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FacecapError(
                .mediaUnreadable, "\(name) is not a regular file; name a film in MP4 or QuickTime.")
        }
        self.descriptor = descriptor
        byteCount = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// Fills a buffer with the bytes from `offset` on.
    ///
    /// - Throws: ``FacecapError/Code/systemFailed``.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(FacecapError) -> Int
    {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + filled)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                let failure = FacecapError.file(errno, .read, name)
                firstFailure.withLock { $0 = $0 ?? failure }
                throw failure
            }
            filled += count
        }
        return filled
    }
}
