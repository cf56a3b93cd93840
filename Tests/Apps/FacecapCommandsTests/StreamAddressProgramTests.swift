// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Addresses of streams as their users see them, each of a scheme that the process that decodes speaks itself.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct StreamAddressProgramTests {
    /// A stream and how ffmpeg sends it; `PORT` is a free one.
    struct Stream: Sendable, CustomTestStringConvertible {
        let format: String
        let target: String
        let address: String

        var testDescription: String { address }
        var scheme: String { String(address.prefix { $0 != ":" }) }
    }

    static let streams = [
        Stream(
            format: "mpegts", target: "srt://127.0.0.1:PORT?mode=listener",
            // It knocks until the sender is there.
            address: "srt://127.0.0.1:PORT?connect_timeout=14000"),
        Stream(
            format: "mpegts", target: "rist://127.0.0.1:PORT", address: "rist://@127.0.0.1:PORT"),
        Stream(format: "mpegts", target: "udp://127.0.0.1:PORT", address: "udp://127.0.0.1:PORT"),
        Stream(
            format: "rtp_mpegts", target: "rtp://127.0.0.1:PORT", address: "rtp://127.0.0.1:PORT"),
    ].filter { protocols.contains($0.scheme) }

    /// The schemes that this FFmpeg knows.
    private static let protocols = Set(
        String(
            decoding: FFmpegProgram.run("ffmpeg", ["-v", "error", "-protocols"]) ?? Data(),
            as: UTF8.self
        ).split(whereSeparator: \.isWhitespace).map(String.init))

    @Test(arguments: streams)
    func framesOfAStreamComeFromTheProcessThatDecodes(_ stream: Stream) async throws {
        let port = try Self.freePort()
        let sender = try Self.send(
            stream.format, to: stream.target.replacing("PORT", with: "\(port)"))
        // One that sends RIST minds no other signal once nobody listens.
        defer { sender.send(SIGKILL) }
        let live = try await CommandRunner.start(
            ["live", "--json", "--source", stream.address.replacing("PORT", with: "\(port)")]
                + CheapDetection.ofNobody)
        #expect(await live.waitForLines(10), "\(live.messages)")
        live.send(SIGINT)
        let result = await live.result()
        #expect(!result.messages.contains("crashed"), "\(result.messages)")
        let records = try JSONLines.parse(result.output)
        let level = try #require(records.first?["sandbox"] as? String)
        #expect(level != "none")
        #expect(records.contains { $0["type"] as? String == "faces" })
    }

    @Test func anAddressToWhichNothingIsSentIsOneThatCannotBeReached() async throws {
        let address = "udp://127.0.0.1:\(try Self.freePort())?timeout=100000"
        let result = try await CommandRunner.run(
            ["live", "--json", "--source", address] + CheapDetection.ofNobody)
        #expect(result.exitCode == 69, "\(result.messages)")
        #expect(result.messages.contains("cannot be reached"), "\(result.messages)")
    }

    /// A test image for as long as the program runs, at its own rate; it sends to whoever is there.
    private static func send(_ format: String, to target: String) throws -> RunningCommand {
        try CommandRunner.startBeside(
            ["ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc=s=160x120:r=15"]
                + ["-c:v", "mpeg2video", "-r", "25", "-g", "5", "-f", format, target])
    }

    /// The number of a UDP port that nobody has.
    private static func freePort() throws -> UInt16 {
        let file = socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(file) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(file, name, length) == 0 && getsockname(file, name, &length) == 0
            }
        }
        try #require(isBound)
        return UInt16(bigEndian: name.sin_port)
    }
}
