// SPDX-License-Identifier: Apache-2.0
/// Who is let in.
struct RequestGuard: Sendable {
    /// `nil` where everybody on this machine is let in.
    let token: FaceServer.AccessToken?
    /// Whether only this machine can reach the server.
    let isLoopback: Bool

    /// Why a request is refused; `nil` where it is not.
    ///
    /// - Parameters:
    ///   - host: the head's `Host`. A page of a strange name that leads here (DNS rebinding) has its own.
    ///   - authorization: the head's `Authorization`.
    ///   - argument: what stands behind `token=`.
    func refusal(
        method: String, host: String?, authorization: String?, argument: String?
    ) -> HTTPAnswer? {
        guard method == "GET" else { return .text(status: 405, "Only GET is understood.") }
        if isLoopback, !Self.isThisMachine(host ?? "") {
            return .text(status: 403, "Use the address that facecap has printed.")
        }
        guard let token else { return nil }
        let bearer = authorization.flatMap { value in
            value.lowercased().hasPrefix("bearer ") ? String(value.dropFirst("bearer ".count)) : nil
        }
        let given = [argument, bearer].compactMap(\.self)
        guard given.contains(where: token.matches) else {
            return .text(
                status: 401, "The token is missing; use the address that facecap has printed.")
        }
        return nil
    }

    private static func isThisMachine(_ host: String) -> Bool {
        // Names are the same in capital letters (RFC 3986, 3.2.2).
        var name = host.lowercased()[...]
        if let colon = name.lastIndex(of: ":"),
            name[name.index(after: colon)...].allSatisfy({ $0.isASCII && $0.isNumber })
        {
            name = name[..<colon]
        }
        return name == "localhost" || name == "[::1]"
            || (name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." })
    }
}
