internal import CLinux
package import FaceValues
import Glibc
internal import Synchronization

/// A new file that takes its name once it is told to: until then another file may have it, and keeps it
/// where the writing fails or the program dies.
///
/// Until it takes its name it has none, or, where the file system knows no files without a name, a
/// temporary one beside it; see ``TemporaryName``. What is written may be read from any thread.
package final class AtomicFile: Sendable {
    private enum Name: Equatable {
        case none
        case temporary(String)
        case own
        /// It was removed, and gets no other.
        case gone
    }

    /// The path as it was given.
    package let path: String
    private let descriptor: Int32
    /// ``path`` with its symbolic links followed.
    private let target: String
    private let replaces: Bool
    private let isHeldBack: Bool
    private let name: Mutex<Name>

    // MARK: Opening

    /// Begins a file that is to have the path; symbolic links are followed.
    ///
    /// - Parameter isHeldBack: whether it does not take its name with ``publish()``, but once its owner has
    ///   seen that it is whole, with ``publishWhole()``.
    /// - Throws: `.outputFailed` (`EEXIST`) where there is a file and none may be replaced, `.outputFailed`,
    ///   `.permissionDenied`, `.storageFull`, `.systemFailed`.
    package init(
        creating path: String, overwriting: Bool, isHeldBack: Bool = false
    ) throws(FacecapError) {
        try Self.check(path, overwriting: overwriting)
        self.path = path
        self.isHeldBack = isHeldBack
        replaces = overwriting
        target = Files.resolved(path) ?? path
        TemporaryName(for: target).removeLeftovers()
        let opened = try Self.open(for: target, path: path)
        descriptor = opened.descriptor
        name = Mutex(opened.name)
        if overwriting { takePermissions(of: target) }
    }

    /// Begins a file that never has a name and goes with the value: for what is written to be read again, in
    /// the place where a file with the path would lie.
    package init(besides path: String) throws(FacecapError) {
        self.path = path
        (target, replaces, isHeldBack) = (path, false, false)
        TemporaryName(for: path).removeLeftovers()
        let opened = try Self.open(for: path, path: path)
        descriptor = opened.descriptor
        if case .temporary(let temporary) = opened.name { unlink(temporary.cPath) }
        name = Mutex(.gone)
    }

    /// Opens a file that is there, to change it in place.
    package init(changing path: String) throws(FacecapError) {
        self.path = path
        (target, replaces, isHeldBack) = (path, false, false)
        // Without O_NONBLOCK the opening of a pipe would wait for its reader.
        descriptor = Glibc.open(path.cPath, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        name = Mutex(.own)
        guard descriptor >= 0 else { throw .file(errno, .write, path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notRegularFile(path)
        }
    }

    deinit {
        if case .temporary(let temporary) = name.withLock({ $0 }) { unlink(temporary.cPath) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Throws what is known to stand against the creation of a file; nothing is changed.
    package static func check(_ path: String, overwriting: Bool) throws(FacecapError) {
        var status = stat()
        if lstat(path.cPath, &status) == 0 {
            // A broken link points to no file that could be kept.
            let isBroken = stat(path.cPath, &status) != 0
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .file(EISDIR, .write, path) }
            guard overwriting else { throw .file(EEXIST, .write, path) }
            if !isBroken {
                guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile(path) }
                guard access(path.cPath, W_OK) == 0 else { throw .file(errno, .write, path) }
            }
        } else {
            guard errno == ENOENT else { throw .file(errno, .write, path) }
            guard let last = path.last, last != "/" else { throw .file(EISDIR, .write, path) }
        }
        let folder = Files.folder(of: Files.resolved(path) ?? path)
        guard access(folder.cPath, W_OK | X_OK) == 0 else { throw .file(errno, .write, path) }
    }

    private static func open(
        for target: String, path: String
    ) throws(FacecapError) -> (descriptor: Int32, name: Name) {
        if let descriptor = openNameless(for: target) { return (descriptor, .none) }
        var descriptor: Int32 = -1
        let temporary = TemporaryName(for: target).take { temporary in
            let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
            descriptor = Glibc.open(temporary.cPath, flags, 0o666)
            guard descriptor >= 0 else { return false }
            // Who looks for leftovers may have found it before it was locked.
            guard lock(descriptor) else {
                close(descriptor)
                errno = EEXIST
                return false
            }
            return true
        }
        guard let temporary else { throw .file(errno, .write, path) }
        return (descriptor, .temporary(temporary))
    }

    private static func openNameless(for path: String) -> Int32? {
        // Both together are `O_TMPFILE`, a macro that Swift does not see.
        let descriptor = Glibc.open(
            Files.folder(of: path).cPath, O_RDWR | O_CLOEXEC | __O_TMPFILE | O_DIRECTORY, 0o666)
        guard descriptor >= 0 else { return nil }
        // The way to a name leads through this one.
        guard access(name(of: descriptor), F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        _ = lock(descriptor)
        return descriptor
    }

    /// The name that even a file without one has.
    private static func name(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    /// Locks a file until it is closed; where the file system knows no locks, nobody takes it for dead.
    private static func lock(_ descriptor: Int32) -> Bool {
        var status = stat()
        return (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            && fstat(descriptor, &status) == 0
    }

    /// As far as the system allows: a new owner is no reason to write nothing.
    private func takePermissions(of path: String) {
        var (old, new) = (stat(), stat())
        guard stat(path.cPath, &old) == 0, fstat(descriptor, &new) == 0 else { return }
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid) {
            _ = fchown(descriptor, old.st_uid, old.st_gid)
        }
        _ = fchmod(descriptor, old.st_mode & 0o777)
    }

    // MARK: The name

    /// Makes safe what was written and gives the file its name, over the file that may have it; does nothing
    /// once it has.
    ///
    /// - Throws: `.outputFailed` (`EEXIST`) where there is a file by now that may not be replaced, and what
    ///   writing throws; the file is without its name then.
    package func publish() throws(FacecapError) {
        if !isHeldBack { try publishWhole() }
    }

    /// Does what ``publish()`` does, also where the file is held back.
    package func publishWhole() throws(FacecapError) {
        let failure = name.withLock { name -> Int32? in
            guard name != .own, name != .gone else { return nil }
            guard fsync(descriptor) == 0, takeName(&name) else { return errno }
            name = .own
            synchronizeFolder()
            return nil
        }
        if let failure { throw .file(failure, .write, path) }
    }

    /// Whether the file has its name by now.
    package var isPublished: Bool { name.withLock { $0 == .own } }

    /// Takes the file's name away, unless another file has it by now.
    package func remove() {
        name.withLock { name in
            defer { name = .gone }
            if case .temporary(let temporary) = name { unlink(temporary.cPath) }
            var (own, named) = (stat(), stat())
            guard name == .own, fstat(descriptor, &own) == 0, lstat(target.cPath, &named) == 0,
                (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
            else { return }
            unlink(target.cPath)
        }
    }

    /// The corresponding C functions are `linkat`, `rename` and `renameat2`; on failure the cause is in
    /// `errno`.
    private func takeName(_ name: inout Name) -> Bool {
        let temporary: String
        switch name {
        case .temporary(let path): temporary = path
        case .own, .gone, .none:
            if link(to: target) { return true }
            guard replaces, errno == EEXIST,
                let path = TemporaryName(for: target).take({ link(to: $0) })
            else { return false }
            // Until it is renamed it goes with the value.
            name = .temporary(path)
            temporary = path
        }
        if replaces { return rename(temporary.cPath, target.cPath) == 0 }
        if facecap_rename_new(temporary.cPath, target.cPath) == 0 { return true }
        // Some file systems, and old kernels, do not know it.
        guard errno == EINVAL || errno == ENOSYS else { return false }
        if Glibc.link(temporary.cPath, target.cPath) == 0 { return unlink(temporary.cPath) == 0 }
        // Some have no second names either.
        guard errno == EPERM || errno == EOPNOTSUPP else { return false }
        guard !Files.exists(target) else {
            errno = EEXIST
            return false
        }
        return rename(temporary.cPath, target.cPath) == 0
    }

    private func link(to path: String) -> Bool {
        linkat(AT_FDCWD, Self.name(of: descriptor), AT_FDCWD, path.cPath, AT_SYMLINK_FOLLOW) == 0
    }

    /// Makes the file's new name safe, as far as the file system can.
    private func synchronizeFolder() {
        let folder = Glibc.open(
            Files.folder(of: target).cPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    // MARK: The bytes

    /// Writes all bytes at an offset, beyond the end too. The corresponding C function is `pwrite`.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError) {
        var rest = bytes
        var offset = offset
        while let start = rest.baseAddress, rest.count > 0 {
            let count = pwrite(descriptor, start, rest.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .file(count < 0 ? errno : EIO, .write, path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            offset += Int64(count)
        }
    }

    /// Reads as many bytes as are there, at most as many as fit. The corresponding C function is `pread`.
    package func read(
        into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FacecapError) -> Int {
        var total = 0
        while total < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress.map { $0 + total }, bytes.count - total,
                off_t(offset) + total)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(errno, .read, path) }
            if count == 0 { break }
            total += count
        }
        return total
    }

    /// Waits until all that was written is safe. The corresponding C function is `fdatasync`.
    package func synchronize() throws(FacecapError) {
        guard fdatasync(descriptor) == 0 else { throw .file(errno, .write, path) }
    }

    /// Cuts everything off behind a length. The corresponding C function is `ftruncate`.
    package func truncate(to length: Int64) throws(FacecapError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .file(errno, .write, path) }
    }

    /// How many bytes the file has.
    package var byteCount: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }
}
