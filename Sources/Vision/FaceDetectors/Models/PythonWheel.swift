// SPDX-License-Identifier: Apache-2.0
/// One file of a package in Python's index, in a version that never changes.
package struct PythonWheel: Sendable, Hashable, Decodable {
    /// The package's name.
    package let package: String
    /// The exact version.
    package let version: String
    /// The file's path within the wheel.
    package let member: String
    /// For wheels that are not pure Python: the platform's tag, such as `manylinux2014_x86_64`.
    package let platform: String?
    /// For wheels that are not pure Python: Python's version, such as `3.11`.
    package let pythonVersion: String?

    /// No wheel may be larger than this, in bytes.
    static let maximumSize = 256 << 20

    private enum CodingKeys: String, CodingKey {
        case package, version, member, platform
        case pythonVersion = "python_version"
    }

    /// As a package URL (purl).
    var address: String { "pkg:pypi/\(package)@\(version)#\(member)" }

    /// What pip is asked for.
    var requirement: String { "\(package)==\(version)" }

    /// Whether every part is what its name says, and nothing that pip or Python could take for more.
    var makesSense: Bool {
        let parts = member.split(separator: "/", omittingEmptySubsequences: false)
        return Self.isWord(package) && Self.isWord(version)
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
            && platform.map(Self.isWord) ?? true && pythonVersion.map(Self.isWord) ?? true
    }

    /// Letters, digits and `._-+`, the first one a letter or digit.
    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, isAlphanumeric(first) else { return false }
        return text.utf8.allSatisfy { isAlphanumeric($0) || "._-+".utf8.contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
