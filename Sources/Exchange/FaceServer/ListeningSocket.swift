// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import SystemSupport

/// A socket of TCP that waits for clients.
enum ListeningSocket {
    /// Opens it; the caller closes it.
    ///
    /// - Returns: the descriptor, and the address with the port that it has.
    static func open(
        _ address: FaceServer.Address
    ) throws(FacecapError) -> (descriptor: Int32, address: FaceServer.Address) {
        let family = address.isVersion6 ? AF_INET6 : AF_INET
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw failure(address, errno) }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        let code = bind(descriptor, to: address)
        guard code == 0, listen(descriptor, 16) == 0 else {
            let reason = code == 0 ? errno : code
            close(descriptor)
            throw failure(address, reason)
        }
        let bound = FaceServer.Address(
            host: address.host,
            port: address.port > 0 ? address.port : port(of: descriptor, address))
        return (descriptor, bound ?? address)
    }

    /// 0, or why it failed.
    private static func bind(_ descriptor: Int32, to address: FaceServer.Address) -> Int32 {
        func bind<Name>(toName name: Name) -> Int32 {
            let size = socklen_t(MemoryLayout<Name>.size)
            let result = withUnsafePointer(to: name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.bind(descriptor, $0, size)
                }
            }
            return result == 0 ? 0 : errno
        }
        if address.isVersion6 {
            var socket = sockaddr_in6()
            socket.sin6_family = sa_family_t(AF_INET6)
            socket.sin6_port = address.port.bigEndian
            inet_pton(AF_INET6, address.host, &socket.sin6_addr)
            return bind(toName: socket)
        }
        var socket = sockaddr_in()
        socket.sin_family = sa_family_t(AF_INET)
        socket.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.host, &socket.sin_addr)
        return bind(toName: socket)
    }

    private static func port(of descriptor: Int32, _ address: FaceServer.Address) -> UInt16 {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(descriptor, $0, &size)
            }
        }
        return withUnsafeBytes(of: &storage) { bytes in
            UInt16(
                bigEndian: address.isVersion6
                    ? bytes.load(as: sockaddr_in6.self).sin6_port
                    : bytes.load(as: sockaddr_in.self).sin_port)
        }
    }

    private static func failure(_ address: FaceServer.Address, _ code: Int32) -> FacecapError {
        let name = address.authority
        switch code {
        case EADDRINUSE:
            return FacecapError(
                .deviceBusy,
                "Another program listens on \(name); choose another port, or :0 for a free one.",
                errno: code)
        case EACCES, EPERM:
            return FacecapError(
                .permissionDenied,
                "The system reserves the port of \(name); choose one from 1024 on.",
                errno: code)
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            return FacecapError(
                .invalidArgument, "This machine has no address \(address.host); see `ip address`.",
                errno: code)
        default:
            return FacecapError(
                .systemFailed,
                "Cannot listen on \(name): \(systemReason(code)); choose another address.",
                errno: code)
        }
    }
}
