// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

/// Sends bytes to each who connects on this machine, one after the other, and hangs up; with no bytes it is silent.
final class StreamServer: Sendable {
    let port: UInt16
    private let listener: CInt

    var address: String { "tcp://127.0.0.1:\(port)" }

    init(_ bytes: [UInt8]) throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(listener, name, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, name, &length) == 0
            }
        }
        try #require(result)
        self.listener = listener
        port = UInt16(bigEndian: name.sin_port)
        let served = bytes
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Service(listener, served))
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Service>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        pthread_detach(thread)
    }

    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    private final class Service {
        private let listener: CInt
        private let bytes: [UInt8]

        init(_ listener: CInt, _ bytes: [UInt8]) {
            self.listener = listener
            self.bytes = bytes
        }

        /// Until nobody listens any more.
        func run() {
            var silent: [CInt] = []
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                guard !bytes.isEmpty else {
                    silent.append(connection)
                    continue
                }
                var sent = 0
                while sent < bytes.count {
                    let count = bytes.withUnsafeBytes {
                        send(
                            connection, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
                            CInt(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { break }
                    sent += count
                }
                close(connection)
            }
            for connection in silent { close(connection) }
            close(listener)
        }
    }
}
