public import FaceValues
internal import Glibc

/// Writes whole picture files: each appears under its name only when all of it is on the disk.
public enum PhotoStorage {
    /// Writes a file beside its name, then gives it the name; where anything fails, what had the name
    /// before still has it.
    ///
    /// Throws `outputFailed` with `EEXIST` for a file that exists and may not be replaced,
    /// `permissionDenied`, `storageFull`, and `outputFailed` otherwise.
    public static func write(
        _ bytes: [UInt8], to path: String, overwriting: Bool
    ) throws(FacecapError) {
        try check(path, overwriting: overwriting)
        let path = target(of: path)
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o666
        let temporary = path + ".\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path, errno) }
        var error = write(bytes, to: descriptor)
        if error == nil, fsync(descriptor) != 0 { error = errno }
        close(descriptor)
        if error == nil { error = take(path, from: temporary, overwriting: overwriting) }
        if let error {
            unlink(temporary)
            throw failure(path, error)
        }
    }

    /// Throws what is known to stand against writing a file.
    public static func check(_ path: String, overwriting: Bool) throws(FacecapError) {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard overwriting else { throw failure(path, EEXIST) }
            guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
                throw FacecapError(
                    .outputFailed, "\(path) is not a regular file; choose another name.")
            }
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK) == 0 else { throw failure(path, errno) }
    }

    /// Where a symbolic link leads, which stays one.
    private static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return errno }
            rest = rest.dropFirst(max(0, count))
        }
        return nil
    }

    private static func take(
        _ path: String, from temporary: String, overwriting: Bool
    ) -> Int32? {
        if overwriting { return rename(temporary, path) == 0 ? nil : errno }
        // Unlike `rename` it does not replace what came meanwhile.
        if link(temporary, path) == 0 {
            unlink(temporary)
            return nil
        }
        // Some file systems have no second names.
        guard errno == EPERM || errno == EOPNOTSUPP else { return errno }
        return rename(temporary, path) == 0 ? nil : errno
    }

    private static func failure(_ path: String, _ error: Int32) -> FacecapError {
        let code: FacecapError.Code =
            switch error {
            case ENOSPC, EDQUOT, EFBIG: .storageFull
            case EACCES, EPERM, EROFS: .permissionDenied
            default: .outputFailed
            }
        let reason = String(cString: strerror(error))
        let remedy =
            error == EEXIST ? "choose another name or allow to replace it" : "choose another folder"
        return FacecapError(
            code, "\(path) cannot be written (\(reason)): \(remedy).", errno: error)
    }
}
