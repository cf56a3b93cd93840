internal import FaceValues
import Glibc

/// A file that is written at any place; its descriptor is closed with the value.
final class OutputFile: MovieStorage {
    private let descriptor: Int32
    private let path: String

    /// Creates a file.
    ///
    /// Throws `.outputFailed` when it exists and may not be overwritten, or when it is no regular file,
    /// `.permissionDenied`, `.storageFull`.
    convenience init(creating path: String, overwriting: Bool) throws(FacecapError) {
        try self.init(path: path, flags: O_CREAT | (overwriting ? 0 : O_EXCL))
        try truncate(to: 0)
    }

    /// Opens a file that is there.
    convenience init(changing path: String) throws(FacecapError) {
        try self.init(path: path, flags: 0)
    }

    private init(path: String, flags: Int32) throws(FacecapError) {
        // Without O_NONBLOCK the opening of a pipe would wait for its reader.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | flags, 0o666)
        self.path = path
        guard descriptor >= 0 else { throw .output(errno, "opened", path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FacecapError(
                .outputFailed, "\(path) is not a regular file: a movie needs one it can go back in."
            )
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The corresponding C function is `pwrite`.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError) {
        var rest = bytes
        var offset = offset
        while let start = rest.baseAddress, rest.count > 0 {
            let count = pwrite(descriptor, start, rest.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .output(count < 0 ? errno : EIO, "written", path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            offset += Int64(count)
        }
    }

    /// The corresponding C function is `pread`.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FacecapError)
        -> Int
    {
        var total = 0
        while total < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress.map { $0 + total }, bytes.count - total,
                off_t(offset) + total)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .output(errno, "read", path) }
            if count == 0 { break }
            total += count
        }
        return total
    }

    /// The corresponding C function is `fdatasync`.
    func synchronize() throws(FacecapError) {
        guard fdatasync(descriptor) == 0 else { throw .output(errno, "written", path) }
    }

    /// The corresponding C function is `ftruncate`.
    func truncate(to length: Int64) throws(FacecapError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw .output(errno, "cut", path)
        }
    }

    /// Takes the file's name away, unless another file has it by now.
    func remove() {
        var own = stat()
        var named = stat()
        guard fstat(descriptor, &own) == 0, lstat(path, &named) == 0, own.st_ino == named.st_ino,
            own.st_dev == named.st_dev
        else { return }
        unlink(path)
    }
}
