// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

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
            let digest = Base64.encode(SHA256.digest(of: Array(text.utf8)))
            sources.append("'sha256-" + String(decoding: digest, as: UTF8.self) + "'")
            rest = rest[end.upperBound...]
        }
        return sources.isEmpty ? "'none'" : sources.joined(separator: " ")
    }
}
