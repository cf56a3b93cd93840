internal import CAVUtil
internal import FaceValues

/// What a policy says of the scripts and styles that stand in a page itself, so that no others run
/// (Content Security Policy Level 3, 2.3.1).
enum InlineHashes {
    /// The sources of the elements of a kind, `script` or `style`, as they stand in a policy.
    static func sources(of element: String, in page: [UInt8]) -> String {
        let page = String(decoding: page, as: UTF8.self)
        var sources: [String] = []
        var rest = page[...]
        // Elements with attributes are data, which do not run.
        while let start = rest.firstRange(of: "<\(element)>"),
            let end = rest[start.upperBound...].firstRange(of: "</\(element)>")
        {
            let text = rest[start.upperBound..<end.lowerBound]
            if let digest = digest(of: Array(text.utf8)) {
                sources.append(
                    "'sha256-" + String(decoding: Base64.encode(digest), as: UTF8.self) + "'")
            }
            rest = rest[end.upperBound...]
        }
        return sources.isEmpty ? "'none'" : sources.joined(separator: " ")
    }

    /// FIPS 180-4, SHA-256; `nil` without memory.
    private static func digest(of bytes: [UInt8]) -> [UInt8]? {
        guard let context = av_sha_alloc() else { return nil }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        guard av_sha_init(context, 256) == 0 else { return nil }
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_update(context, bytes, bytes.count)
        av_sha_final(context, &digest)
        return digest
    }
}
