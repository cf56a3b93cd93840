// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceServer

struct RequestGuardTests {
    private func status(_ answer: HTTPAnswer?) -> UInt32? {
        if case .text(let status, _) = answer { status } else { nil }
    }

    private func status(
        _ guarded: RequestGuard, method: String = "GET", host: String? = "127.0.0.1:8080",
        authorization: String? = nil, argument: String? = nil
    ) -> UInt32? {
        status(
            guarded.refusal(
                method: method, host: host, authorization: authorization, argument: argument))
    }

    @Test func aStrangeNameThatLeadsToThisMachineIsRefused() {
        let guarded = RequestGuard(token: nil, isLoopback: true)
        for host in [
            "localhost", "localhost:8080", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1",
            "[::1]:80", "[::1]",
        ] {
            #expect(status(guarded, host: host) == nil, "\(host)")
        }
        for host in [
            nil, "", "example.org", "example.org:8080", "127.0.0.1.example.org", "localhost.org",
            "127.0.0.1:8080@example.org", "127.evil:8080",
        ] {
            #expect(status(guarded, host: host) == 403, "\(host ?? "nil")")
        }
    }

    @Test func otherMachinesNeedTheToken() throws {
        let token = try #require(FaceServer.AccessToken("0123456789abcdef"))
        let guarded = RequestGuard(token: token, isLoopback: false)
        #expect(status(guarded) == 401)
        #expect(status(guarded, argument: "0123456789abcdee") == 401)
        #expect(status(guarded, argument: "0123456789abcdef0") == 401)
        #expect(status(guarded, authorization: "0123456789abcdef") == 401)
        #expect(status(guarded, host: "camera.example.org", argument: "0123456789abcdef") == nil)
        #expect(status(guarded, authorization: "Bearer 0123456789abcdef") == nil)
        #expect(status(guarded, authorization: "bearer 0123456789abcdef") == nil)
    }

    @Test func onlyGetIsUnderstood() {
        let guarded = RequestGuard(token: nil, isLoopback: true)
        #expect(status(guarded, method: "POST") == 405)
    }

    @Test func tokensAreLongAndPlain() {
        #expect(FaceServer.AccessToken("short") == nil)
        #expect(FaceServer.AccessToken("0123456789abcde&") == nil)
        #expect(FaceServer.AccessToken.random() != FaceServer.AccessToken.random())
        #expect(FaceServer.AccessToken(FaceServer.AccessToken.random().text) != nil)
    }
}
