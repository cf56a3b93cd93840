// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import FaceServer

@Suite struct ConnectionGateTests {
    /// Whose an address is that is written as text.
    private func subscriber(_ text: String) -> [UInt8] {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        #expect(inet_pton(AF_INET6, text, &address.sin6_addr) == 1)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                ConnectionGate.subscriber(at: $0)
            }
        }
    }

    @Test func eachIPv4ClientOfAnIPv6SocketIsItsOwnSubscriber() {
        #expect(subscriber("::ffff:192.0.2.1") == [192, 0, 2, 1])
        #expect(subscriber("::ffff:192.0.2.2") == [192, 0, 2, 2])
    }

    @Test func aNetworkOfIPv6IsOneSubscriber() {
        #expect(subscriber("2001:db8:0:1::1") == subscriber("2001:db8:0:1:ffff::2"))
        #expect(subscriber("2001:db8:0:1::1") != subscriber("2001:db8:0:2::1"))
    }
}
