internal import FaceValues
import Glibc
internal import SystemSupport

/// Model files, read whole.
enum ModelFile {
    /// A model is a megabyte; what is far larger is none.
    private static let largestSize = 64 << 20

    /// The bytes of a file.
    ///
    /// - Throws: `modelNotFound` where there is none, `modelUnreadable` where it cannot be read or
    ///   is too large.
    static func read(_ path: String) throws(FacecapError) -> [UInt8] {
        let file = open(path.cPath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            let failure = errno
            throw failure == ENOENT
                ? FacecapError(
                    .modelNotFound, "There is no model \(path), run 'facecap models fetch'.",
                    errno: failure)
                : FacecapError(
                    .modelUnreadable, "Cannot open the model \(path), check its permissions.",
                    errno: failure)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= largestSize
        else {
            throw FacecapError(
                .modelUnreadable, "\(path) is no model file, run 'facecap models fetch'.")
        }
        var bytes = [UInt8](repeating: 0, count: status.st_size)
        var count = 0
        while count < bytes.count {
            let received = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else {
                throw FacecapError(
                    .modelUnreadable, "Cannot read the model \(path), fetch it again.",
                    errno: received < 0 ? errno : nil)
            }
            count += received
        }
        return bytes
    }
}
