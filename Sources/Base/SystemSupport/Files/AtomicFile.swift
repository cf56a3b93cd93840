// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import FaceValues
import Glibc
internal import Synchronization

/// A new file that takes its name once it is told to: until then another file may have it, and keeps it
/// where the writing fails or the program crashes.
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
    private let file: FileDescriptor
    /// ``path`` with its symbolic links followed.
    private let target: String
    private let replaces: Bool
    /// A file whose place it takes though that is still open.
    private let predecessor: FileIdentity?
    private let isHeldBack: Bool
    private let name: Mutex<Name>

    // MARK: Opening

    /// Begins a file that is to have the path; symbolic links are followed.
    ///
    /// - Parameters:
    ///   - isHeldBack: whether it does not take its name with ``publish()``, but once its owner has
    ///     seen that it is whole, with ``publishWhole()``.
    ///   - predecessor: a file of the caller that may be replaced though it is open for writing.
    /// - Throws: `.outputFailed` (`EEXIST`) where there is a file and none may be replaced, `.outputFailed`
    ///   where a program is writing it, `.permissionDenied`, `.storageFull`, `.systemFailed`.
    package init(
        creating path: String, overwriting: Bool, isHeldBack: Bool = false,
        insteadOf predecessor: FileIdentity? = nil
    ) throws(FacecapError) {
        try Self.check(path, overwriting: overwriting, insteadOf: predecessor)
        self.path = path
        self.isHeldBack = isHeldBack
        self.predecessor = predecessor
        replaces = overwriting
        target = Files.resolved(path) ?? path
        TemporaryName(for: target).removeLeftovers()
        let opened = try Self.open(for: target, path: path)
        name = Mutex(opened.name)
        file = opened.file
        if overwriting { takePermissions(of: target) }
    }

    /// Begins a file that never has a name and goes with the value: for what is written to be read again, in
    /// the place where a file with the path would lie.
    package init(besides path: String) throws(FacecapError) {
        self.path = path
        (target, replaces, isHeldBack, predecessor) = (path, false, false, nil)
        TemporaryName(for: path).removeLeftovers()
        let opened = try Self.open(for: path, path: path)
        if case .temporary(let temporary) = opened.name { unlink(temporary.cPath) }
        name = Mutex(.gone)
        file = opened.file
    }

    /// Opens a file that is there, to change it in place.
    package init(changing path: String) throws(FacecapError) {
        self.path = path
        (target, replaces, isHeldBack, predecessor) = (path, false, false, nil)
        // Without O_NONBLOCK the opening of a pipe would wait for its reader.
        guard let file = FileDescriptor(path, flags: O_RDWR | O_NONBLOCK) else {
            throw .file(errno, .write, path)
        }
        guard file.byteCount != nil else { throw .notRegularFile(path) }
        self.file = file
        name = Mutex(.own)
    }

    deinit {
        if case .temporary(let temporary) = name.withLock({ $0 }) { unlink(temporary.cPath) }
    }

    private struct Opened: ~Copyable {
        let file: FileDescriptor
        let name: Name
    }

    private static func open(
        for target: String, path: String
    ) throws(FacecapError) -> Opened {
        if let file = openNameless(for: target) { return Opened(file: file, name: .none) }
        var opened: FileDescriptor?
        let temporary = TemporaryName(for: target).take { name in
            guard let file = FileDescriptor(name, flags: O_RDWR | O_CREAT | O_EXCL) else {
                return false
            }
            // Who looks for leftovers may have found it before it was locked.
            guard lock(file) else {
                errno = EEXIST
                return false
            }
            opened = consume file
            return true
        }
        guard let temporary, let file = opened.take() else { throw .file(errno, .write, path) }
        return Opened(file: file, name: .temporary(temporary))
    }

    private static func openNameless(for path: String) -> FileDescriptor? {
        // Both together are `O_TMPFILE`, a macro that Swift does not see.
        guard
            let file = FileDescriptor(
                Files.folder(of: path), flags: O_RDWR | __O_TMPFILE | O_DIRECTORY),
            // The path to a name leads through this one.
            access(name(of: file), F_OK) == 0
        else { return nil }
        _ = lock(file)
        return file
    }

    /// The name that even a file without one has.
    private static func name(of file: borrowing FileDescriptor) -> String {
        "/proc/self/fd/\(file.number)"
    }

    /// Locks a file until it is closed; where the file system knows no locks, nobody takes it for dead.
    private static func lock(_ file: borrowing FileDescriptor) -> Bool {
        flock(file.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// As far as the system allows: a new owner is no reason to write nothing.
    private func takePermissions(of path: String) {
        guard let old = Files.status(of: path) else { return }
        let new = file.status
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid) {
            _ = fchown(file.number, old.st_uid, old.st_gid)
        }
        _ = fchmod(file.number, old.st_mode & 0o777)
    }

    // MARK: The name

    /// Makes safe what was written and gives the file its name, over the file that may have it; does nothing
    /// once it has.
    ///
    /// - Throws: `.outputFailed` (`EEXIST`) where there is a file by now that may not be replaced, `.outputFailed`
    ///   where a program is writing it, and what writing throws; the file is without its name then, and after a
    ///   program that was writing it gets none any more.
    package func publish() throws(FacecapError) {
        if !isHeldBack { try publishWhole() }
    }

    /// Does what ``publish()`` does, also where the file is held back.
    package func publishWhole() throws(FacecapError) {
        let failure = name.withLock { name -> Int32? in
            guard name != .own, name != .gone else { return nil }
            guard fsync(file.number) == 0, takeName(&name) else {
                let failure = errno
                // It must not come back once the other one is done.
                if failure == ETXTBSY, case .temporary(let temporary) = name {
                    unlink(temporary.cPath)
                    name = .gone
                }
                return failure
            }
            name = .own
            synchronizeFolder()
            return nil
        }
        if let failure {
            throw failure == ETXTBSY ? FileUse.refusal(path) : .file(failure, .write, path)
        }
    }

    /// Which file it is, whatever its name.
    package var identity: FileIdentity { FileIdentity(file.status) }

    /// Whether the file has its name by now.
    package var isPublished: Bool { name.withLock { $0 == .own } }

    /// Takes the file's name away, unless another file has it by now.
    package func remove() {
        name.withLock { name in
            defer { name = .gone }
            if case .temporary(let temporary) = name { unlink(temporary.cPath) }
            let own = file.status
            var named = stat()
            guard name == .own, lstat(target.cPath, &named) == 0,
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
        if replaces { return replaceTarget(by: temporary) }
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

    /// Takes the place of the file that has the name, which is locked meanwhile: of two that come at once one is
    /// refused. `ETXTBSY` where a program is writing it.
    private func replaceTarget(by temporary: String) -> Bool {
        while let old = FileDescriptor(target, flags: O_RDONLY | O_NONBLOCK) {
            let identity = FileIdentity(old.status)
            guard identity == predecessor || !FileUse.isWritten(old) else {
                errno = ETXTBSY
                return false
            }
            // Another file may have come by the name since it was opened.
            guard FileIdentity(path: target) == identity else { continue }
            let isRenamed = rename(temporary.cPath, target.cPath) == 0
            _ = old.number
            return isRenamed
        }
        return rename(temporary.cPath, target.cPath) == 0
    }

    private func link(to path: String) -> Bool {
        linkat(AT_FDCWD, Self.name(of: file), AT_FDCWD, path.cPath, AT_SYMLINK_FOLLOW) == 0
    }

    /// Makes the file's new name safe, as far as the file system can.
    private func synchronizeFolder() {
        guard let folder = FileDescriptor(Files.folder(of: target), flags: O_RDONLY | O_DIRECTORY)
        else { return }
        fsync(folder.number)
    }

    // MARK: The bytes

    /// Writes all bytes at an offset, beyond the end too. The corresponding C function is `pwrite`.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError) {
        var rest = bytes
        var offset = offset
        while let start = rest.baseAddress, rest.count > 0 {
            let count = pwrite(file.number, start, rest.count, off_t(offset))
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
        guard let count = file.read(into: bytes, at: offset) else {
            throw .file(errno, .read, path)
        }
        return count
    }

    /// Waits until all that was written is safe. The corresponding C function is `fdatasync`.
    package func synchronize() throws(FacecapError) {
        guard fdatasync(file.number) == 0 else { throw .file(errno, .write, path) }
    }

    /// Cuts everything off behind a length. The corresponding C function is `ftruncate`.
    package func truncate(to length: Int64) throws(FacecapError) {
        guard ftruncate(file.number, off_t(length)) == 0 else { throw .file(errno, .write, path) }
    }

    /// How many bytes the file has.
    package var byteCount: Int64 { file.byteCount ?? 0 }
}
