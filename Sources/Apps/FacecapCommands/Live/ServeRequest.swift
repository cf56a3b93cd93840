// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where a user wants frames and faces served, and to whom.
struct ServeRequest: Sendable, Hashable {
    let address: FaceServer.Address
    /// `nil` for none on this machine, and for a random one otherwise.
    let token: FaceServer.AccessToken?
}

extension ValueReader<FaceServer.Address> {
    /// `:8080`, `192.0.2.1:8080`.
    static var serverAddress: ValueReader {
        ValueReader(
            "[ADDRESS]:PORT",
            allowed: "a port such as :8080, or an address and a port such as localhost:8080",
            read: { FaceServer.Address($0) })
    }
}

extension ValueReader<FaceServer.AccessToken> {
    /// A word of at least 16 letters.
    static var accessToken: ValueReader {
        ValueReader(
            "TOKEN", allowed: "16 to 128 letters, digits, - and _",
            read: { FaceServer.AccessToken($0) })
    }
}
