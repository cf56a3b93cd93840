internal import CAVUtil
internal import FaceValues

/// FIPS 180-4, SHA-256, as libavutil has it.
enum SHA256 {
    /// The digest as 64 lower-case hexadecimal digits.
    static func hex(of bytes: [UInt8]) throws(FacecapError) -> String {
        guard let context = av_sha_alloc(), av_sha_init(context, 256) == 0 else {
            throw FacecapError(.systemFailed, "There is no memory for a checksum.")
        }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_update(context, bytes, bytes.count)
        av_sha_final(context, &digest)
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }
}
