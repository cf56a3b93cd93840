import Facecap
import Glibc

/// A new file for text, written at once and in order; what failed once is not tried again.
final class SidecarFile {
    private let path: String
    private let descriptor: Int32
    private var isBroken = false

    /// Creates the file; throws `outputFailed` when there is one already and it may not be replaced.
    init(path: String, overwriting: Bool) throws(FacecapError) {
        self.path = path
        let existing = overwriting ? O_TRUNC : O_EXCL
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | existing, 0o666)
        guard descriptor >= 0 else {
            let advice = errno == EEXIST ? "; use --force to replace it" : ""
            throw Self.failure(path, errno, advice)
        }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(FacecapError) {
        guard !isBroken else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else {
                isBroken = true
                throw Self.failure(path, errno)
            }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static func failure(
        _ path: String, _ error: Int32, _ advice: String = ""
    ) -> FacecapError {
        let isFull = error == ENOSPC || error == EDQUOT
        return FacecapError(
            isFull ? .storageFull : error == EACCES ? .permissionDenied : .outputFailed,
            "Cannot write \(path): \(String(cString: strerror(error)))\(advice).", errno: error)
    }
}
