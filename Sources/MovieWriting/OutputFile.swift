package import FaceValues
import Glibc
internal import Synchronization

/// A file that is written at any place; its descriptor is closed with the value.
///
/// A new file gets its name when it is first synchronized, so that no file under that name is ever
/// without what was written until then; a file that it replaces stays until that moment.
package final class OutputFile: MovieStorage {
    private let descriptor: Int32
    private let path: String
    private let replacesExistingFile: Bool
    private let hasName: Mutex<Bool>

    /// Creates a file; where the file system has none without a name, it has its name at once.
    ///
    /// Throws `.outputFailed` when it exists and may not be overwritten, or when it is no regular file,
    /// `.permissionDenied`, `.storageFull`.
    package convenience init(creating path: String, overwriting: Bool) throws(FacecapError) {
        try Self.check(path, overwriting: overwriting)
        if let descriptor = Self.openNameless(for: path) {
            self.init(descriptor: descriptor, path: path, replacing: overwriting)
        } else {
            try self.init(path: path, flags: O_CREAT | (overwriting ? 0 : O_EXCL))
            try truncate(to: 0)
        }
    }

    /// Throws what is known to stand against the creation of a file.
    static func check(_ path: String, overwriting: Bool) throws(FacecapError) {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard overwriting else { throw .output(EEXIST, "created", path) }
            // A broken link points to no file that could be kept.
            if stat(path, &status) == 0 { _ = try OutputFile(changing: path) }
        } else if access(folder(of: path), W_OK) != 0 {
            throw .output(errno, "created", path)
        }
    }

    /// Opens a file that is there.
    package convenience init(changing path: String) throws(FacecapError) {
        try self.init(path: path, flags: 0)
    }

    /// Takes over a file without a name.
    private init(descriptor: Int32, path: String, replacing: Bool) {
        self.descriptor = descriptor
        self.path = path
        replacesExistingFile = replacing
        hasName = Mutex(false)
    }

    private init(path: String, flags: Int32) throws(FacecapError) {
        // Without O_NONBLOCK the opening of a pipe would wait for its reader.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | flags, 0o666)
        self.path = path
        replacesExistingFile = false
        hasName = Mutex(true)
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
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError) {
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
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(FacecapError)
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

    /// The corresponding C function is `fdatasync`; the first time, the file gets its name.
    package func synchronize() throws(FacecapError) {
        guard fdatasync(descriptor) == 0 else { throw .output(errno, "written", path) }
        try hasName.withLock { hasName throws(FacecapError) in
            if !hasName { try takeName() }
            hasName = true
        }
    }

    /// The corresponding C function is `ftruncate`.
    package func truncate(to length: Int64) throws(FacecapError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw .output(errno, "cut", path)
        }
    }

    /// Takes the file's name away, unless another file has it by now.
    package func remove() {
        var own = stat()
        var named = stat()
        guard fstat(descriptor, &own) == 0, lstat(path, &named) == 0, own.st_ino == named.st_ino,
            own.st_dev == named.st_dev
        else { return }
        unlink(path)
    }

    // MARK: The name

    private static func openNameless(for path: String) -> Int32? {
        guard let last = path.last, last != "/" else { return nil }
        // Both together are `O_TMPFILE`, a macro that Swift does not see.
        let descriptor = open(
            folder(of: path), O_RDWR | O_CLOEXEC | __O_TMPFILE | O_DIRECTORY, 0o666)
        guard descriptor >= 0 else { return nil }
        guard access(name(of: descriptor), F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    /// The name that even a file without one has.
    private static func name(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    private func takeName() throws(FacecapError) {
        if replacesExistingFile { unlink(path) }
        guard
            linkat(AT_FDCWD, Self.name(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
        else { throw .output(errno, "created", path) }
        Self.synchronizeFolder(of: path)
    }

    /// Makes a file's new name safe, as far as the file system can.
    static func synchronizeFolder(of path: String) {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
