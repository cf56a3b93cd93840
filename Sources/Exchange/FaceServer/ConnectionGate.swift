// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTPD
internal import FaceValues
import Glibc
internal import SystemSupport

/// Closes connections that keep others waiting; see ``ConnectionTable``.
///
/// The library tells it of every connection before it closes the socket itself, so that no other file
/// has the descriptor yet. A thread of its own watches the time.
final class ConnectionGate: Sendable {
    private struct State {
        var table = ConnectionTable()
        var isFinished = false
    }

    private let state = Monitor(State())

    /// Watches the time until ``finish()``.
    func run() {
        while true {
            let deadline = state.withLock { state -> Int64? in
                for descriptor in state.table.takeOverdue(now: SystemClock.nanoseconds()) {
                    shutdown(descriptor, Int32(SHUT_RDWR))
                }
                return state.isFinished ? nil : state.table.nextDeadline ?? .max
            }
            guard let deadline else { return }
            _ = state.wait(untilNanoseconds: deadline) { state -> Bool? in
                state.isFinished || (state.table.nextDeadline ?? .max) < deadline ? true : nil
            }
        }
    }

    /// Ends ``run()``.
    func finish() { state.withLock { $0.isFinished = true } }

    /// A connection begins or ends.
    func notice(_ connection: OpaquePointer, begins: Bool) {
        let id = UInt(bitPattern: connection)
        guard begins else { return state.withLock { $0.table.end(id) } }
        let descriptor = facecap_http_descriptor(connection)
        let address = Self.address(of: connection)
        state.withLock { state in
            let other = state.table.begin(
                id, address: address, descriptor: descriptor, now: SystemClock.nanoseconds())
            if let other { shutdown(other, Int32(SHUT_RDWR)) }
        }
    }

    /// The sender of a head may have what it asks for.
    func admit(_ connection: OpaquePointer) {
        state.withLock { $0.table.admit(UInt(bitPattern: connection)) }
    }

    /// An answer is complete.
    func complete(_ connection: OpaquePointer) {
        state.withLock {
            $0.table.wait(UInt(bitPattern: connection), now: SystemClock.nanoseconds())
        }
    }

    private static func address(of connection: OpaquePointer) -> [UInt8] {
        facecap_http_address(connection).map { subscriber(at: $0) } ?? []
    }

    /// The bytes of a client's address that tell whose it is; none where it is not known.
    static func subscriber(at address: UnsafePointer<sockaddr>) -> [UInt8] {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            var bytes = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return withUnsafeBytes(of: &bytes) { Array($0) }
        case AF_INET6:
            var bytes = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return withUnsafeBytes(of: &bytes) { bytes in
                // IPv4 that comes in through IPv6 (RFC 4291, 2.5.5.2).
                if bytes.starts(with: mappedPrefix) { return Array(bytes.suffix(4)) }
                // A network of 64 bits is one subscriber (RFC 6177).
                return Array(bytes.prefix(8))
            }
        default: return []
        }
    }

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
