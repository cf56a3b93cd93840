internal import CaptureSamples
internal import FaceValues
internal import Glibc
internal import MediaEncoding

/// A picture saved as a JPEG file.
enum StillFile {
    /// Encodes a picture into a new file.
    static func write(_ picture: PixelBuffer, to path: String) throws(FacecapError) {
        let bytes = try PictureEncoder().encode(picture)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw failure(path, errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static func failure(_ path: String, _ error: Int32) -> FacecapError {
        let isFull = error == ENOSPC || error == EDQUOT
        return FacecapError(
            isFull ? .storageFull : .outputFailed,
            "Cannot save the picture \(path): \(String(cString: strerror(error))).", errno: error)
    }
}
