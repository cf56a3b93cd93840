// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// What a worker may still do once it reads bytes of unknown origin.
package struct IsolationRules: Sendable, Hashable {
    /// Files and folders that it may read, beside what is handed to it open.
    package var readablePaths: [String]
    /// Whether it may talk to other machines.
    package var allowsNetwork: Bool
    /// Whether its service loads what it seldom needs, before it gives up its rights.
    package var loadsMore = false

    /// The most bytes of memory that a worker takes, code included.
    static let memoryLimit: UInt64 = 4 << 30

    /// Rules; without arguments, nothing is allowed.
    package init(readablePaths: [String] = [], allowsNetwork: Bool = false) {
        self.readablePaths = readablePaths
        self.allowsNetwork = allowsNetwork
    }

    /// What finding a server by its name and checking its certificate takes.
    package static let network = IsolationRules(
        readablePaths: [
            "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf",
            "/etc/host.conf", "/etc/services", "/etc/protocols", "/run/systemd/resolve",
            "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs",
            "/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust", "/etc/ca-certificates",
            "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/etc/gnutls",
            "/etc/crypto-policies", "/etc/localtime", "/usr/share/zoneinfo",
        ] + namedCertificates, allowsNetwork: true)

    /// The file of certificates that the user trusts instead of the system's.
    private static var namedCertificates: [String] {
        getenv("SSL_CERT_FILE").map { [String(path: $0)] } ?? []
    }

    init(reading reader: inout MessageReader) throws(MessageDamage) {
        allowsNetwork = try reader.readFlag()
        loadsMore = try reader.readFlag()
        readablePaths = []
        for _ in 0..<(try reader.read(UInt8.self)) {
            readablePaths.append(try reader.readText(limit: 4096))
        }
    }

    func write(to writer: inout MessageWriter) {
        writer.write(allowsNetwork)
        writer.write(loadsMore)
        let paths = readablePaths.prefix(Int(UInt8.max))
        writer.write(UInt8(clamping: paths.count))
        for path in paths { writer.write(path) }
    }
}
