// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTPD

/// What a client asks for; valid while it is answered.
struct HTTPRequest {
    let connection: OpaquePointer
    let method: String
    let path: String
    /// Whether the path, or what stands behind it, held an escaped NUL, which ``path`` does not show.
    let hasNUL: Bool

    /// How many times its head has `Host`.
    var hostCount: Int { Int(facecap_http_host_count(connection)) }

    /// What stands under a name in the request's head.
    func header(_ name: String) -> String? { value(name, FACECAP_HTTP_HEADER) }

    /// What stands under a name behind the question mark.
    func argument(_ name: String) -> String? { value(name, FACECAP_HTTP_ARGUMENT) }

    private func value(_ name: String, _ kind: MHD_ValueKind) -> String? {
        MHD_lookup_connection_value(connection, kind, name).map { String(cString: $0) }
    }
}
