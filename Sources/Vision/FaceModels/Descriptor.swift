import Glibc

/// Whole reads over a file descriptor; failures leave their cause in `errno`.
enum Descriptor {
    /// Everything up to the end of the file, or the first `limit` + 1 bytes of more than that.
    static func readAll(_ descriptor: Int32, limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit + 1 - bytes.count))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            bytes += chunk[..<count]
        }
        return bytes
    }
}
