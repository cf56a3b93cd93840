// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import IsolatedInput

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct HTTPResponseTests {
    /// Serves a video of 50 frames, or an image.
    private static func server(
        of name: String, _ arguments: String, head: (_ count: Int) -> String
    ) throws -> StreamServer {
        let folder = try MediaFolder()
        let path = try folder.make(name, "-f lavfi -i testsrc=s=64x48:r=25:d=2 \(arguments)")
        let bytes = try Data(contentsOf: URL(filePath: path))
        let text = "HTTP/1.1 200 OK\r\nConnection: close\r\n\(head(bytes.count))\r\n"
        return try StreamServer(Array(text.utf8) + bytes, scheme: "http")
    }

    /// The frames until the end, and the error where that is none.
    private static func read(_ server: StreamServer) -> (frameCount: Int, error: FacecapError?) {
        var count = 0
        do throws(FacecapError) {
            let source = try FileSource.open(server.address, isolation: nil)
            while let event = try source.nextEvent() {
                if case .video = event { count += 1 }
            }
            return (count, nil)
        } catch {
            return (count, error)
        }
    }

    @Test(arguments: [
        ("a.ts", "-c:v mpeg2video", 50), ("a.mkv", "-c:v mpeg2video", 50),
        ("a.jpg", "-frames:v 1", 1), ("a.png", "-frames:v 1", 1),
    ])
    func aResponseWithoutLengthEndsWhereTheServerHangsUp(
        name: String, arguments: String, frameCount: Int
    ) async throws {
        try await OwnThread.run {
            let server = try Self.server(of: name, arguments) { _ in "" }
            let result = Self.read(server)
            #expect(result.error == nil, "\(result.error?.message ?? "")")
            #expect(result.frameCount == frameCount)
        }
    }

    /// Its samples do not fit in what libavformat keeps of a response.
    @Test func aMovieWithItsIndexAtTheEndTakesAServerThatCanBeReadFromAnyPlace() async throws {
        try await OwnThread.run {
            let server = try Self.server(of: "a.mov", "-c:v mjpeg -q:v 1") {
                "Content-Length: \($0)\r\n"
            }
            let result = Self.read(server)
            #expect(result.error?.code == .mediaUnreadable)
            #expect(
                result.error?.message.contains("has its index at the end") == true,
                "\(result.error?.message ?? "")")
        }
    }

    @Test func aResponseThatIsShorterThanAnnouncedBrokeOff() async throws {
        try await OwnThread.run {
            let server = try Self.server(of: "a.ts", "-c:v mpeg2video") {
                "Content-Length: \($0 + 100_000)\r\n"
            }
            let result = Self.read(server)
            #expect(result.error?.code == .networkFailed)
            #expect(result.error?.message.contains("broke off before its end") == true)
            #expect(result.frameCount > 40)
        }
    }
}
