// SPDX-License-Identifier: Apache-2.0
import Glibc

extension FaceServer.Address {
    /// Of an address that stands for all of the machine: those that it has, with the same port, those that
    /// other machines reach first; itself where the system does not tell.
    public var machineAddresses: [FaceServer.Address] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [self] }
        defer { freeifaddrs(first) }
        var found: [FaceServer.Address] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard Int(entry.ifa_flags) & Int(IFF_UP) != 0,
                let host = entry.ifa_addr.flatMap(Self.host),
                host.contains(":") == false || isVersion6,
                let address = FaceServer.Address(host: host, port: port), !found.contains(address)
            else { continue }
            found.append(address)
        }
        let sorted = found.filter { !$0.isLoopback } + found.filter(\.isLoopback)
        return sorted.isEmpty ? [self] : sorted
    }

    /// The numeric address; `nil` of other kinds, and of those that hold on one link only.
    private static func host(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        // The first member, `sa_family`, by its place: which module has `sockaddr` differs between builds.
        let family = Int32(UnsafeRawPointer(address).load(as: sa_family_t.self))
        let isVersion6 = family == AF_INET6
        guard isVersion6 || family == AF_INET else { return nil }
        let size = isVersion6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
            address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        guard code == 0 else { return nil }
        let host = String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return host.contains("%") ? nil : host
    }
}
