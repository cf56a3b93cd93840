// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc

extension FaceServer {
    /// Where a server listens: `:8080`, `127.0.0.1:8080`, `[::1]:0`, `0.0.0.0:8080`.
    public struct Address: Sendable, Hashable {
        /// A numeric address without brackets.
        public let host: String
        /// 0 for one that the system chooses.
        public let port: UInt16

        /// Reads an address: a numeric one or `localhost`, a colon, and a port. Without an address it is
        /// 127.0.0.1. `nil` for anything else.
        public init?(_ text: String) {
            guard let colon = text.lastIndex(of: ":"),
                let port = UInt16(text[text.index(after: colon)...])
            else { return nil }
            var host = String(text[..<colon])
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = String(host.dropFirst().dropLast())
                guard host.contains(":") else { return nil }
            } else if host.contains(":") {
                return nil
            }
            if host.isEmpty || host == "localhost" { host = "127.0.0.1" }
            self.init(host: host, port: port)
        }

        init?(host: String, port: UInt16) {
            var four = in_addr()
            var six = in6_addr()
            guard inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
            else {
                return nil
            }
            self.host = host
            self.port = port
        }

        /// Whether it has eight groups instead of four numbers.
        var isVersion6: Bool { host.contains(":") }

        /// Whether no other machine can reach it (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
        public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

        /// Whether it stands for all addresses of the machine.
        public var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

        /// As it stands in an address of a page.
        var authority: String { (isVersion6 ? "[\(host)]" : host) + ":\(port)" }
    }
}
