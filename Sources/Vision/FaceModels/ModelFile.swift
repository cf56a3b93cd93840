internal import FaceValues
import Glibc
internal import SystemSupport

/// Reading and writing of whole, small files.
enum ModelFile {
    /// Reads a regular file of at most `limit` bytes; symbolic links are followed.
    ///
    /// - Throws: ``FacecapError/Code/permissionDenied`` or ``FacecapError/Code/modelUnreadable``.
    static func read(_ path: String, limit: Int) throws(FacecapError) -> [UInt8] {
        // O_NONBLOCK: opening a FIFO does not wait for its writer.
        let descriptor = open(path.cPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FacecapError(
                .modelUnreadable, "The model \(path) is not a regular file; put the file there.")
        }
        guard status.st_size <= limit else {
            throw FacecapError(
                .modelUnreadable,
                "The model \(path) has \(status.st_size) bytes; the limit is \(limit).")
        }
        guard let bytes = Descriptor.readAll(descriptor, limit: limit) else {
            throw failure(path, errno)
        }
        return bytes
    }

    /// Writes a file that appears under its name whole and on disk, or not at all.
    ///
    /// - Throws: ``FacecapError/Code/permissionDenied``, ``FacecapError/Code/storageFull`` or
    ///   ``FacecapError/Code/outputFailed``; then nothing is left behind.
    static func write(_ bytes: [UInt8], to path: String) throws(FacecapError) {
        try AtomicFile.write(bytes, to: path, overwriting: true)
    }

    /// Makes a folder and those above it; an existing one is fine.
    static func makeFolder(_ path: String) throws(FacecapError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made.cPath, 0o755) != 0, errno != EEXIST {
                throw .file(errno, .write, path)
            }
        }
    }

    private static func failure(_ path: String, _ error: Int32) -> FacecapError {
        let message = "Cannot read \(path): \(String(cString: strerror(error)))."
        let code: FacecapError.Code =
            switch error {
            case EACCES, EPERM, EROFS: .permissionDenied
            default: .modelUnreadable
            }
        return FacecapError(code, message, errno: error)
    }
}
