// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SystemSupport
import Testing

/// Sends bytes to each who connects on this machine, one after the other, and hangs up; with no bytes it is silent.
/// As a server of HTTP it awaits the request first; the bytes begin with the head of the response.
final class StreamServer: Sendable {
    let address: String
    private let listener: CInt
    private let listens: Bool
    private let connectionCount = Monitor(0)

    /// A server of bytes; `listens` is whether anybody can connect.
    init(_ bytes: [UInt8], scheme: String = "tcp", listens: Bool = true) throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isThere = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(listener, name, length) == 0 && (!listens || listen(listener, 8) == 0)
                    && getsockname(listener, name, &length) == 0
            }
        }
        try #require(isThere)
        self.listener = listener
        self.listens = listens
        address = "\(scheme)://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        guard listens else { return }
        Thread.detachNewThread { [connectionCount] in
            Self.serve(bytes, on: listener, awaitsRequest: scheme == "http", connectionCount)
        }
    }

    /// Ends the thread, which closes what there is.
    deinit { _ = listens ? shutdown(listener, CInt(SHUT_RDWR)) : close(listener) }

    /// Waits until somebody has connected.
    func waitForConnection() { connectionCount.wait { $0 > 0 ? () : nil } }

    /// Until nobody listens any more.
    private static func serve(
        _ bytes: [UInt8], on listener: CInt, awaitsRequest: Bool, _ count: Monitor<Int>
    ) {
        var silent: [CInt] = []
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            count.withLock { $0 += 1 }
            if bytes.isEmpty {
                silent.append(connection)
            } else {
                // What was not read when it hangs up would take back what was sent.
                if awaitsRequest { receiveRequest(from: connection) }
                send(bytes, to: connection)
                close(connection)
            }
        }
        for connection in silent + [listener] { close(connection) }
    }

    private static func receiveRequest(from connection: CInt) {
        var (request, byte): ([UInt8], UInt8) = ([], 0)
        while request.suffix(4) != [13, 10, 13, 10], recv(connection, &byte, 1, 0) == 1 {
            request.append(byte)
        }
    }

    private static func send(_ bytes: [UInt8], to connection: CInt) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.send(
                    connection, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                    CInt(MSG_NOSIGNAL))
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
