// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "needs ffmpeg"))
struct FrameGrabberTests {
    private let folder: MediaFolder
    private let path: String

    /// A video of 30 frames that begins decoding once: the left half grows lighter with every frame,
    /// the right half is white.
    init() throws {
        folder = try MediaFolder()
        path = try folder.make(
            "steps.mp4",
            "-f lavfi -i color=black:s=64x48:r=10:d=3,geq=lum='if(lt(X,32),16+N*7,235)':cb=128:cr=128"
                + " -c:v libx264 -qp 10 -g 100 -bf 3 -pix_fmt yuv420p")
    }

    @Test func imagesAreThoseOfTheirTimesInAnyOrder() throws {
        let grabber = try FrameGrabber(path: path)
        let left = Rect(x: 0, y: 0, width: 0.4, height: 1)
        for frame in [29, 0, 17, 16, 3, 17] {
            let image = try #require(
                try grabber.image(
                    at: MediaTime(value: Int64(frame), timescale: 10), of: left, side: 16))
            #expect((image.width, image.height, image.isFullRange) == (16, 16, true))
            let expected = Double(frame * 7) * 255 / 219
            #expect(abs(luma(image) - expected) < 3, "frame \(frame)")
        }
    }

    @Test func aRegionThatReachesBeyondTheImageIsCutOff() throws {
        let grabber = try FrameGrabber(path: path)
        let region = Rect(x: 0.6, y: -1, width: 3, height: 3)
        let image = try #require(
            try grabber.image(at: MediaTime(value: 0, timescale: 10), of: region, side: 32))
        #expect(abs(luma(image) - 255) < 3)
        let outside = Rect(x: 2, y: 0, width: 1, height: 1)
        #expect(
            try grabber.image(at: MediaTime(value: 0, timescale: 10), of: outside, side: 32)
                == nil)
    }

    /// Colors of a table and pixels of one bit have no part of their own in memory.
    @Test(arguments: ["pal8", "monob", "gray", "gray16be", "rgb48be"])
    func aPartOfAnyFormatIsThatPart(format: String) throws {
        let path = try folder.make(
            "\(format).mov",
            "-f lavfi -i color=black:s=64x48:r=10:d=0.2,drawbox=x=38:y=0:w=26:h=48:c=white:t=fill,"
                + "format=\(format) -c:v png -pix_fmt \(format)")
        let grabber = try FrameGrabber(path: path)
        for (x, expected) in [(0.0, 0.0), (0.65, 255)] {
            let image = try #require(
                try grabber.image(
                    at: MediaTime(value: 0, timescale: 10),
                    of: Rect(x: x, y: 0.5, width: 0.35, height: 0.5), side: 16))
            // libswscale scatters what it rounds.
            #expect(abs(luma(image) - expected) < 6, "at \(x): \(luma(image))")
        }
    }

    @Test func framesBeforeTheOneThatIsWantedAreProgress() throws {
        let late = MediaTime(value: 25, timescale: 10)
        let opening = try heartbeats(of: path) { _ = try FrameGrabber($0) }
        let grabbing = try heartbeats(of: path) {
            _ = try FrameGrabber($0).image(at: late, of: .unit, side: 32)
        }
        #expect(grabbing - opening >= 25)
    }

    @Test func afterTheEndThereIsNoImage() throws {
        let grabber = try FrameGrabber(path: path)
        let late = MediaTime(value: 1000, timescale: 10)
        #expect(try grabber.image(at: late, of: .unit, side: 32) == nil)
        // It can still be used.
        #expect(
            try grabber.image(at: MediaTime(value: 0, timescale: 10), of: .unit, side: 32) != nil)
    }

    @Test func whatIsNoVideoIsRefused() throws {
        #expect(throws: FacecapError.self) { try FrameGrabber(path: "/nonexistent") }
        let text = try folder.write("text.mp4", Data("no video".utf8))
        #expect(throws: FacecapError.self) { try FrameGrabber(path: text) }
    }

    private func luma(_ image: PixelBuffer) -> Double {
        let plane = image.planes[0]
        var sum = 0
        for row in 0..<image.height {
            for column in 0..<image.width {
                sum += Int(
                    plane.baseAddress.load(
                        fromByteOffset: row * plane.bytesPerRow + column, as: UInt8.self))
            }
        }
        return Double(sum) / Double(image.width * image.height)
    }
}
