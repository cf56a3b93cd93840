// SPDX-License-Identifier: Apache-2.0
/// Where a model's file can be had.
package enum ModelSource: Sendable, Hashable, Decodable {
    /// The file itself, at an address of the web.
    case file(url: String)
    /// A file inside a Python wheel.
    case wheel(PythonWheel)

    /// One line that names the place: an URL, or a package URL (purl) with the member after `#`.
    package var address: String {
        switch self {
        case .file(let url): url
        case .wheel(let wheel): wheel.address
        }
    }

    private enum CodingKeys: String, CodingKey {
        case url, wheel
    }

    /// Reads an object with either `url` or `wheel`.
    package init(from decoder: any Decoder) throws {
        let source = try decoder.container(keyedBy: CodingKeys.self)
        if source.contains(.wheel) {
            self = .wheel(try source.decode(PythonWheel.self, forKey: .wheel))
        } else {
            self = .file(url: try source.decode(String.self, forKey: .url))
        }
    }
}
