// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTPD

/// What a client is answered.
enum HTTPAnswer {
    case text(status: UInt32, String)
    case bytes([UInt8], type: String)
    case page([UInt8], policy: String)
    case stream(ResponseBody, type: String)

    /// Queues the answer; whether that was possible.
    func queue(on connection: OpaquePointer) -> Bool {
        let response: OpaquePointer?
        var status: UInt32 = 200
        var fields = Self.commonFields
        switch self {
        case .text(let code, let text):
            status = code
            response = Self.make(Array((text + "\n").utf8))
            fields.append(("Content-Type", "text/plain; charset=utf-8"))
            // Who is refused makes room.
            if code >= 400 { fields.append(("Connection", "close")) }
            if code == 401 { fields.append(("WWW-Authenticate", "Bearer")) }
            if code == 405 { fields.append(("Allow", "GET")) }
        case .bytes(let bytes, let type):
            response = Self.make(bytes)
            fields.append(("Content-Type", type))
        case .page(let bytes, let policy):
            response = Self.make(bytes)
            fields.append(("Content-Type", "text/html; charset=utf-8"))
            fields.append(("Content-Security-Policy", policy))
        case .stream(let body, let type):
            // A client is not idle while there is nothing to send.
            body.onNothing = {
                facecap_http_restart_idle_time(connection, FaceServer.idleSeconds)
            }
            response = body.makeResponse()
            fields.append(("Content-Type", type))
        }
        guard let response else { return false }
        defer { MHD_destroy_response(response) }
        for (name, value) in fields { MHD_add_response_header(response, name, value) }
        return MHD_queue_response(connection, status, response) == FACECAP_HTTP_YES
    }

    /// No page of another origin may use or show what comes from here.
    private static let commonFields = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
    ]

    private static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { facecap_http_response_create($0.baseAddress, $0.count) }
    }
}
