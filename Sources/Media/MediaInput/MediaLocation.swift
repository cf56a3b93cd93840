// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc
internal import SystemSupport

/// Where a video or image lies.
package enum MediaLocation: Sendable, Hashable {
    /// What is piped or redirected into the program.
    case standardInput
    /// A path of the file system: a file, or a pipe with a name.
    case file(path: String)
    /// An address that FFmpeg's protocols open: `https://`, `rtsp://`, ...
    case url(String)

    /// The location a command line argument means: `-` is the standard input, an existing path is
    /// that file whatever it is called, `file:` and `scheme://` are addresses, all else is a path.
    package init(_ argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if access(argument.cPath, F_OK) == 0 || !Self.hasScheme(argument) {
            self = .file(path: argument)
        } else if let path = Self.path(ofFileAddress: argument) {
            self = .file(path: path)
        } else {
            self = .url(argument)
        }
    }

    private static func hasScheme(_ argument: String) -> Bool {
        guard let colon = argument.firstIndex(of: ":") else { return false }
        let scheme = argument[..<colon]
        let isName = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
        return isName && !scheme.isEmpty
            && (scheme == "file" || argument[colon...].hasPrefix("://"))
    }

    private static func path(ofFileAddress address: String) -> String? {
        for prefix in ["file://localhost/", "file:///"] where address.hasPrefix(prefix) {
            return "/" + address.dropFirst(prefix.count)
        }
        return address.hasPrefix("file:") ? String(address.dropFirst("file:".count)) : nil
    }
}

extension MediaLocation {
    /// Whether it is an address of those protocols by which cameras and media servers send what is happening now.
    package var isStreamAddress: Bool { Self.streamSchemes.contains(scheme) }

    /// Whether it is an address of a web server.
    var isWebAddress: Bool { ["http", "https"].contains(scheme) }

    /// Whether it is an address whose server proves who it is, where it is asked to.
    var isEncrypted: Bool { ["https", "tls", "rtmps"].contains(scheme) }

    /// Whether it is an address of a protocol over TLS of which FFmpeg 5 and 6 never verify the server.
    var cannotBeVerified: Bool { ["rtsps", "rtmpts"].contains(scheme) }

    /// That of an address; empty for all else.
    private var scheme: String {
        if case .url(let address) = self { Self.scheme(of: address) } else { "" }
    }

    /// What an address begins with, in lower case.
    static func scheme(of address: String) -> String { address.prefix { $0 != ":" }.lowercased() }

    private static let streamSchemes: Set<String> = [
        "rtsp", "rtsps", "rtp", "srtp", "udp", "udplite", "tcp", "srt", "rist", "rtmp", "rtmpe",
        "rtmps", "rtmpt", "rtmpte", "rtmpts",
    ]

    /// The location, of a file by a path that stays right where the working folder changes.
    package var absolute: MediaLocation {
        guard case .file(let path) = self, path.utf8.first != UInt8(ascii: "/"),
            let folder = Files.resolved(".")
        else { return self }
        return .file(path: folder.appendingPathComponent(path))
    }

    /// Throws `sourceNotFound` where it is a path at which there is nothing, before it is of interest what
    /// is wanted of it.
    package func checkExistence() throws(FacecapError) {
        if case .file(let path) = self, access(path.cPath, F_OK) != 0 {
            throw .cannotOpen(self, errno: errno)
        }
    }
}

extension MediaLocation {
    /// An argument that means the location, in which the path of a file is plain: of `file:///a` it is `/a`.
    package var argument: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): path == "-" ? "./-" : path
        case .url(let address): address
        }
    }
}

extension MediaLocation: CustomStringConvertible {
    /// The location as messages name it, in one line: an address comes without its user name and
    /// password, and control characters become question marks.
    package var description: String {
        switch self {
        case .standardInput: "standard input"
        case .file(let path): path.isEmpty ? "\"\"" : Self.printable(path)
        case .url(let address): Self.printable(Self.withoutCredentials(address))
        }
    }

    private static func withoutCredentials(_ address: String) -> String {
        guard let slashes = address.firstRange(of: "//") else { return address }
        let host = address[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = host.lastIndex(of: "@") else { return address }
        return String(address[..<slashes.upperBound] + address[address.index(after: at)...])
    }

    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.properties.generalCategory == .control ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
