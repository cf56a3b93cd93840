// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTPD
public import FaceValues
import Glibc
import Synchronization
internal import SystemSupport

/// Shows live frames and faces to browsers and other tools over HTTP.
///
/// Every connection has a thread of its own, so that one that is slow makes nobody wait; what it misses
/// it never gets. Any thread may use the server.
public final class FaceServer: Sendable {
    /// Where it listens, with the port that it has.
    public let address: Address
    private let token: AccessToken?
    private let router: RequestRouter
    private let watch: WorkerThread
    /// The address of libmicrohttpd's daemon; 0 when it is stopped.
    private let daemon: Mutex<UInt>

    /// Connections at one time, and those from one address; more are refused.
    private static let (connectionLimit, addressLimit): (UInt32, UInt32) = (64, 32)
    /// Seconds in which a client has to take something.
    static let idleSeconds: UInt32 = 30

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - address: one that other machines reach demands a token.
    ///   - token: `nil` for none on this machine, and for a random one otherwise.
    ///   - cameras: their names, at least one; `nil` for one without a name.
    ///   - header: the first record of the stream, with its line feed.
    ///
    /// - Throws: `.deviceBusy` when the port is in use,
    ///   `.permissionDenied`, `.invalidArgument` for an address
    ///   that the machine has not, or `.systemFailed`.
    public init(
        at address: Address, token: AccessToken?, cameras: [String?], header: [UInt8]
    ) throws(FacecapError) {
        self.token = token ?? (address.isLoopback ? nil : .random())
        router = RequestRouter(
            RequestGuard(token: self.token, isLoopback: address.isLoopback), cameras: cameras,
            header: header)
        let (socket, bound) = try ListeningSocket.open(address)
        self.address = bound
        do throws(FacecapError) {
            watch = try WorkerThread(name: "fc.serve") { [gate = router.gate] in gate.run() }
        } catch {
            close(socket)
            throw error
        }
        let name = "/proc/self/fd/\(socket)"
        let file = FileIdentity(path: name)
        let daemon = Self.start(socket, Unmanaged.passUnretained(router).toOpaque())
        guard let daemon else {
            router.gate.finish()
            // The library may have closed it, and another thread opened a file with its number.
            if FileIdentity(path: name) == file { close(socket) }
            throw FacecapError(
                .systemFailed, "The server cannot start its thread; close other programs.")
        }
        self.daemon = Mutex(UInt(bitPattern: daemon))
    }

    private static func start(
        _ socket: Int32, _ router: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        facecap_http_start(
            socket, connectionLimit, addressLimit, idleSeconds,
            { context, connection, url, method, _, _, _, mark in
                guard let router = RequestRouter.from(context), let connection, let url,
                    let method
                else { return FACECAP_HTTP_NO }
                let request = HTTPRequest(
                    connection: connection, method: String(cString: method),
                    path: String(cString: url), hasNUL: mark?.pointee != nil)
                return router.answer(request) ? FACECAP_HTTP_YES : FACECAP_HTTP_NO
            },
            { context, connection, _, code in
                guard let connection else { return }
                RequestRouter.from(context)?.gate
                    .notice(connection, begins: facecap_http_begins(code) != 0)
            },
            { context, connection, _, _ in
                guard let connection else { return }
                RequestRouter.from(context)?.gate.complete(connection)
            }, router)
    }

    deinit { finish() }

    /// What users open in a browser, with the token where there is one: one URL, or one for each address
    /// of the machine.
    public var urls: [String] {
        let addresses = address.isWildcard ? address.machineAddresses : [address]
        return addresses.map {
            "http://\($0.authority)/" + (token.map { "?token=\($0.text)" } ?? "")
        }
    }

    /// Whether somebody looks at the frames of a camera, so that they have to be encoded.
    public func isWatched(camera: Int) -> Bool { router.channels[camera].isWatched }

    /// Shows a frame and its faces; returns at once.
    package func publish(_ frame: LiveFrame, ofCamera camera: Int) {
        router.channels[camera].publish(frame)
    }

    /// Gives clients what is left, at most a second long, and closes their connections.
    ///
    /// Blocks until they are closed. Tasks share their threads: call it on the main one, or on one of your own.
    public func finish() {
        let address = daemon.withLock { address in
            defer { address = 0 }
            return address
        }
        guard let daemon = OpaquePointer(bitPattern: address) else { return }
        for channel in router.channels { channel.finish() }
        for _ in 0..<50 where facecap_http_connection_count(daemon) > 0 { usleep(20_000) }
        MHD_stop_daemon(daemon)
        router.gate.finish()
        watch.join()
    }
}
