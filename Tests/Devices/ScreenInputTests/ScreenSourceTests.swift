// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import ScreenInput

@Suite(.enabled(if: VirtualScreen.isAvailable, "needs xvfb"))
struct ScreenSourceTests {
    private static let size = (width: 66, height: 40)

    /// Blue counts columns, green counts rows.
    private static let pattern: [UInt8] = (0..<size.height).flatMap { row in
        (0..<size.width).flatMap { column in [UInt8(column), UInt8(row), 200, 0] }
    }

    private func screen(_ extensions: [String] = []) async throws -> VirtualScreen {
        let screen = try await VirtualScreen(
            width: Self.size.width, height: Self.size.height, extensions: extensions)
        try screen.show(Self.pattern)
        return screen
    }

    /// Blue, green, red of a pixel.
    private func pixel(_ image: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        let plane = image.planes[0]
        let first = plane.baseAddress + y * plane.bytesPerRow + x * 3
        return [UInt8](UnsafeRawBufferPointer(start: first, count: 3))
    }

    @Test(arguments: [true, false])
    func theImageIsWhatTheScreenShows(_ sharesMemory: Bool) async throws {
        let screen = try await screen()
        let grabber = try ScreenGrabber(
            display: screen.display, region: nil, sharesMemory: sharesMemory)
        #expect(grabber.sharesMemory == sharesMemory)
        let image = try grabber.grab()
        #expect(image.format == .bgr24)
        #expect([image.width, image.height] == [Self.size.width, Self.size.height])
        for (x, y) in [(0, 0), (65, 0), (0, 39), (65, 39), (31, 17)] {
            #expect(pixel(image, x, y) == [UInt8(x), UInt8(y), 200])
        }
    }

    @Test func aServerWithoutSharedMemoryIsReadThroughItsConnection() async throws {
        let screen = try await screen(["-extension", "MIT-SHM"])
        let grabber = try ScreenGrabber(display: screen.display, region: nil)
        #expect(!grabber.sharesMemory)
        #expect(try pixel(grabber.grab(), 3, 4) == [3, 4, 200])
    }

    @Test func aPartIsCapturedWhereItLies() async throws {
        let screen = try await screen()
        let region = ScreenRequest.Region(x: 5, y: 7, width: 11, height: 13)
        let image = try ScreenGrabber(display: screen.display, region: region).grab()
        #expect(pixel(image, 0, 0) == [5, 7, 200])
        #expect(pixel(image, 10, 12) == [15, 19, 200])
    }

    @Test func aPartBeyondTheScreenIsRefused() async throws {
        let screen = try await screen()
        let region = ScreenRequest.Region(x: 60, y: 0, width: 7, height: 5)
        let error = #expect(throws: FacecapError.self) {
            try ScreenSource(ScreenRequest(display: screen.display, region: region))
        }
        #expect(error?.message.contains("66x40") == true)
    }

    @Test func imagesComeAtThePaceAndTellOfThoseThatWereLost() async throws {
        let screen = try await screen()
        let source = try ScreenSource(
            ScreenRequest(display: screen.display, framesPerSecond: 50))
        var times: [MediaTime] = []
        var lost = 0
        var isFrame = false
        // The time of a loss is known from the frame behind it.
        while !isFrame || times.count + lost < 10 {
            switch try source.nextEvent() {
            case .video(let sample):
                times.append(sample.presentationTime)
                isFrame = true
            case .lost(let count):
                lost += count
                isFrame = false
            default:
                Issue.record("neither a frame nor a loss")
                return
            }
        }
        let span = try #require(times.last).since(try #require(times.first)).seconds
        #expect(span > 0.15)
        #expect(times == times.sorted())
        // Whoever reads nothing for a while is told how much.
        try await Task.sleep(for: .milliseconds(200))
        guard case .lost(let count) = try source.nextEvent() else {
            Issue.record("nothing was lost")
            return
        }
        #expect(count >= 8)
    }

    @Test func aCancelledSourceEnds() async throws {
        let screen = try await screen()
        let source = try ScreenSource(ScreenRequest(display: screen.display, framesPerSecond: 1))
        _ = try source.nextEvent()
        source.control.cancel()
        #expect(try source.nextEvent() == nil)
    }

    @Test func aServerThatGoesAwayIsADeviceThatIsGone() async throws {
        let screen = try await screen()
        let source = try ScreenSource(ScreenRequest(display: screen.display, framesPerSecond: 60))
        _ = try source.nextEvent()
        await screen.end()
        let error = #expect(throws: FacecapError.self) {
            while try source.nextEvent() != nil {}
        }
        #expect(error?.code == .deviceDisconnected)
    }

    @Test func aScreenThatIsNotThereIsNamed() async throws {
        let error = #expect(throws: FacecapError.self) {
            try ScreenSource(ScreenRequest(display: ":9999"))
        }
        #expect(error?.code == .sourceNotFound)
        #expect(error?.message.contains(":9999") == true)
    }
}
