internal import CMicroHTTPD
public import FaceValues
import Glibc
import Synchronization

/// Shows live pictures and faces to browsers and other tools over HTTP.
///
/// Every connection has a thread of its own, so that one that is slow makes nobody wait; what it misses
/// it never gets. Any thread may use the server.
public final class FaceServer: Sendable {
    /// Where it listens, with the port that it has.
    public let address: ServerAddress
    private let token: AccessToken?
    private let router: RequestRouter
    /// The address of libmicrohttpd's daemon; 0 when it is stopped.
    private let daemon: Mutex<UInt>

    /// Connections at one time; more are refused.
    private static let connectionLimit: UInt32 = 16
    /// Seconds in which a client has to take something.
    private static let idleSeconds: UInt32 = 30

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - address: one that other machines reach demands a token.
    ///   - token: `nil` for none on this machine, and for a random one otherwise.
    ///   - cameras: their names, at least one; `nil` for one without a name.
    ///   - header: the first record of the stream, with its line feed.
    ///
    /// - Throws: ``FacecapError/Code/deviceBusy`` when the port is in use,
    ///   ``FacecapError/Code/permissionDenied``, ``FacecapError/Code/invalidArgument`` for an address
    ///   that the machine has not, or ``FacecapError/Code/systemFailed``.
    public init(
        at address: ServerAddress, token: AccessToken?, cameras: [String?], header: [UInt8]
    ) throws(FacecapError) {
        self.token = token ?? (address.isLoopback ? nil : .random())
        router = RequestRouter(
            RequestGuard(token: self.token, isLoopback: address.isLoopback), cameras: cameras,
            header: header)
        let (socket, bound) = try ListeningSocket.open(address)
        self.address = bound
        let daemon = facecap_http_start(
            socket, Self.connectionLimit, Self.idleSeconds,
            { context, connection, url, method, _, _, _, _ in
                guard let context, let connection, let url, let method else {
                    return FACECAP_HTTP_NO
                }
                let router = Unmanaged<RequestRouter>.fromOpaque(context).takeUnretainedValue()
                let request = HTTPRequest(
                    connection: connection, method: String(cString: method),
                    path: String(cString: url))
                return router.answer(request).queue(on: connection)
                    ? FACECAP_HTTP_YES : FACECAP_HTTP_NO
            }, Unmanaged.passUnretained(router).toOpaque())
        guard let daemon else {
            close(socket)
            throw FacecapError(
                .systemFailed, "The server cannot start its thread; close other programs.")
        }
        self.daemon = Mutex(UInt(bitPattern: daemon))
    }

    deinit { finish() }

    /// What a user opens in a browser, with the token where there is one.
    public var url: String {
        "http://\(address.authority)/" + (token.map { "?token=\($0.text)" } ?? "")
    }

    /// Whether somebody looks at the pictures of a camera, so that they have to be encoded.
    public func isWatched(camera: Int) -> Bool { router.channels[camera].isWatched }

    /// Shows a picture and its faces; returns at once.
    public func publish(_ frame: LiveFrame, ofCamera camera: Int) {
        router.channels[camera].publish(frame)
    }

    /// Gives clients what is left, at most a second long, and closes their connections.
    public func finish() {
        let address = daemon.withLock { address in
            defer { address = 0 }
            return address
        }
        guard let daemon = OpaquePointer(bitPattern: address) else { return }
        for channel in router.channels { channel.finish() }
        for _ in 0..<50 where facecap_http_connection_count(daemon) > 0 { usleep(20_000) }
        MHD_stop_daemon(daemon)
    }
}
