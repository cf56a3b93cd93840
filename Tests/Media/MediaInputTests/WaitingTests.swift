// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import FoundationEssentials
import Foundation
import Glibc
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct WaitingTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    @Test func aNamedPipeIsReadAsItComes() throws {
        let (path, writer) = try makePipe(holdingSeconds: 0.4)
        let source = try MediaFileSource(path)
        #expect(source.videoFormat?.frameRate == 25)
        close(writer)
        #expect(try Recording(source).images.count == 10)
    }

    @Test func cancellingEndsAWaitForData() throws {
        let (path, writer) = try makePipe(holdingSeconds: 0.4)
        defer { close(writer) }
        let source = try MediaFileSource(path)
        let control = source.control
        OwnThread.onceThisOneWaits { control.cancel() }
        // Returns at all: the writer neither writes on nor closes its end.
        #expect(try Recording(source).warnings.isEmpty)
        #expect(try source.nextEvent() == nil)
    }

    @Test func realTimeFramesComeWhenTheyAreDue() throws {
        let path = try folder.make("a.mp4", "-f lavfi -i testsrc=s=64x48:r=20:d=0.4")
        let source = try MediaFileSource(path, options: .init(isRealTime: true))
        #expect(source.isLive)
        let start = MonotonicClock.nowNanoseconds
        let images = try Recording(source).images
        #expect(images.count == 8)
        let first = try #require(images.first)
        for image in images {
            let due = image.presentationTime.nanoseconds - first.presentationTime.nanoseconds
            #expect(image.captureNanoseconds - start >= due)
        }
    }

    @Test func cancellingEndsAWaitForTime() throws {
        let path = try folder.make("a.mp4", "-f lavfi -i testsrc=s=64x48:r=1/3600:d=7200")
        let source = try MediaFileSource(path, options: .init(isRealTime: true))
        _ = try source.nextEvent()
        let control = source.control
        OwnThread.onceThisOneWaits { control.cancel() }
        #expect(try source.nextEvent() == nil)
    }

    @Test func everythingOpenedIsClosed() throws {
        let path = try folder.make("a.mp4", "-f lavfi -i testsrc=s=64x48:d=0.1 -c:v libx264")
        let text = try folder.write("a.txt", Data("No video.".utf8))
        let before = try openFiles()
        for _ in 0..<100 {
            #expect(try Recording(MediaFileSource(path)).images.count == 3)
            #expect(openingError(text) != nil)
            #expect(openingError(folder.url.path) != nil)
        }
        // Other tests beside this one hold some files, but never as many as a leak would leave.
        #expect(try openFiles() < before + 90)
    }

    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// A pipe with a name that holds a video already, and its end to write to.
    private func makePipe(holdingSeconds seconds: Double) throws -> (path: String, writer: CInt) {
        let video = try folder.make(
            "a.y4m", "-f lavfi -i testsrc=s=64x48:d=\(seconds) -pix_fmt yuv420p")
        let bytes = Array(try Data(contentsOf: URL(filePath: video)))
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        // Opened for both, so that it does not wait for a reader.
        let writer = open(path, O_RDWR)
        try #require(write(writer, bytes, bytes.count) == bytes.count)
        return (path, writer)
    }
}
