// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import SystemSupport
import TestSupport
import Testing

@testable import IsolatedInput

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct NetworkStreamTests {
    /// Two seconds of MPEG-TS, of which the times begin at 5 s.
    private static func video() throws -> [UInt8] {
        let folder = try MediaFolder()
        let path = try folder.make(
            "video.ts",
            "-f lavfi -i testsrc=s=64x48:r=25:d=2 -c:v mpeg2video -output_ts_offset 5")
        return try [UInt8](Data(contentsOf: URL(filePath: path)))
    }

    private static func place(_ server: StreamServer) -> NetworkStream.Place {
        NetworkStream.Place(
            server.address, options: MediaFileSource.Options(), isolation: nil)
    }

    /// The times of all frames, and how it ended.
    private static func read(_ stream: NetworkStream) throws -> (times: [Double], reason: String?) {
        var times: [Double] = []
        while let event = try stream.nextEvent() {
            if case .video(let sample) = event { times.append(sample.presentationTime.seconds) }
            if case .interrupted(let reason) = event { return (times, reason) }
        }
        return (times, nil)
    }

    @Test func timeGoesOnAsTheClockDoesWhenTheStreamIsConnectedAgain() async throws {
        try await OwnThread.run {
            let server = try StreamServer(Self.video())
            let place = Self.place(server)
            let first = try NetworkStream(place)
            let beforehand = MonotonicClock.nowNanoseconds
            try first.connect()
            #expect(first.isLive && first.estimatedFrameCount == nil)
            #expect(first.videoFormat?.width == 64)
            let connected = MonotonicClock.nowNanoseconds
            let one = try Self.read(first)
            #expect(one.times.count > 40 && one.reason == "the stream ended")
            #expect(one.times.first.map { $0 > 5 && $0 < 8 } == true)
            let begun = MonotonicClock.nowNanoseconds
            let second = try NetworkStream(place)
            let two = try Self.read(second)
            let ended = MonotonicClock.nowNanoseconds
            #expect(two.times.count == one.times.count)
            let later = (two.times.first ?? 0) - (one.times.first ?? 0)
            // Each connection was made between two of these moments.
            #expect(later >= Double(begun - connected) / 1e9 - 1e-5)
            #expect(later <= Double(ended - beforehand) / 1e9 + 1e-5)
            #expect(zip(one.times, two.times).allSatisfy { abs($1 - $0 - later) < 1e-5 })
        }
    }

    /// Twenty seconds if there were 25 frames a second, which arrive at once.
    @Test(arguments: [("mjpeg", "tcp"), ("mpjpeg", "tcp"), ("mpjpeg", "http")])
    func framesWithoutTimesHaveThoseAtWhichTheyArrive(format: String, scheme: String) async throws {
        try await OwnThread.run {
            let folder = try MediaFolder()
            let path = try folder.make(
                "video", "-f lavfi -i testsrc=s=64x48:r=25:d=20 -c:v mjpeg -f \(format)")
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=ffmpeg\r\n\r\n"
            let server = try StreamServer(
                (scheme == "http" ? Array(head.utf8) : []) + Data(contentsOf: URL(filePath: path)),
                scheme: scheme)
            let begun = MonotonicClock.nowNanoseconds
            let source = try FileSource.open(server.address, isolation: nil)
            #expect(source.videoFormat?.frameRate == nil)
            #expect(source.isLive)
            var times: [MediaTime] = []
            while let event = try source.nextEvent() {
                guard case .video(let sample) = event else { continue }
                times.append(sample.presentationTime)
                #expect(sample.duration == nil)
            }
            let elapsed = MonotonicClock.nowNanoseconds - begun
            #expect(times.count >= 499 && times.first == .zero)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            #expect((times.last ?? .zero).nanoseconds <= elapsed)
        }
    }

    @Test func aStreamThatIsSilentCanBeEndedWhileItConnects() async throws {
        try await OwnThread.run {
            let server = try StreamServer([])
            let stream = try NetworkStream(Self.place(server))
            let control = stream.control
            Thread.detachNewThread {
                server.waitForConnection()
                control.cancel()
            }
            #expect(try stream.nextEvent() == nil)
        }
    }

    @Test func aPlaceWhereNobodyListensIsAnErrorThatNamesIt() async throws {
        try await OwnThread.run {
            let server = try StreamServer([], listens: false)
            let stream = try NetworkStream(Self.place(server))
            let error = #expect(throws: FacecapError.self) { try stream.nextEvent() }
            #expect(error?.code == .networkFailed)
            #expect(error?.message.contains(server.address) == true)
        }
    }

    @Test func addressesOfWhatIsHappeningNowAreToldFromOthers() {
        for address in [
            "rtsp://a/b", "RTSPS://a", "udp://@239.0.0.1:5000", "srt://a:1", "rtmp://a/b",
        ] {
            #expect(MediaLocation(address).isStreamAddress, "\(address)")
        }
        for address in ["http://a/b.mp4", "https://a", "rtsp", "a.mp4", "-", "file:///rtsp"] {
            #expect(!MediaLocation(address).isStreamAddress, "\(address)")
        }
    }
}
