// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceServer

struct ServerAddressTests {
    @Test(arguments: [
        (":8080", "127.0.0.1", 8080), ("127.0.0.1:0", "127.0.0.1", 0), ("[::1]:80", "::1", 80),
        ("0.0.0.0:65535", "0.0.0.0", 65535), ("localhost:1", "127.0.0.1", 1),
    ])
    func addressesAreRead(text: String, host: String, port: Int) throws {
        let address = try #require(FaceServer.Address(text))
        #expect((address.host, Int(address.port)) == (host, port))
    }

    @Test(arguments: [
        "", "8080", ":", ":65536", ":-1", "::1:80", "[127.0.0.1]:80", "example.org:80",
        "1.2.3:80", ":80 ", "[::1]", "[::1:80",
    ])
    func whatIsNoAddressIsRefused(text: String) { #expect(FaceServer.Address(text) == nil) }

    @Test func onlyThisMachineReachesTheLoopback() throws {
        #expect(try #require(FaceServer.Address(":1")).isLoopback)
        #expect(try #require(FaceServer.Address("127.9.9.9:1")).isLoopback)
        #expect(try #require(FaceServer.Address("[::1]:1")).isLoopback)
        #expect(try !#require(FaceServer.Address("0.0.0.0:1")).isLoopback)
        #expect(try !#require(FaceServer.Address("[::]:1")).isLoopback)
    }
}
