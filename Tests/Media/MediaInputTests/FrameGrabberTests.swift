import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "needs ffmpeg"))
struct FrameGrabberTests {
    private let folder: MediaFolder
    private let path: String

    /// A film of 30 pictures that begins decoding once: the left half grows lighter with every picture,
    /// the right half is white.
    init() throws {
        folder = try MediaFolder()
        path = try folder.make(
            "steps.mp4",
            "-f lavfi -i color=black:s=64x48:r=10:d=3,geq=lum='if(lt(X,32),16+N*7,235)':cb=128:cr=128"
                + " -c:v libx264 -qp 10 -g 100 -bf 3 -pix_fmt yuv420p")
    }

    @Test func picturesAreThoseOfTheirTimesInAnyOrder() throws {
        let grabber = try FrameGrabber(path: path)
        let left = Rect(x: 0, y: 0, width: 0.4, height: 1)
        for frame in [29, 0, 17, 16, 3, 17] {
            let picture = try #require(
                try grabber.picture(
                    at: MediaTime(value: Int64(frame), timescale: 10), of: left, side: 16))
            #expect((picture.width, picture.height, picture.isFullRange) == (16, 16, true))
            let expected = Double(frame * 7) * 255 / 219
            #expect(abs(luma(picture) - expected) < 3, "frame \(frame)")
        }
    }

    @Test func aRegionThatReachesBeyondThePictureIsCutOff() throws {
        let grabber = try FrameGrabber(path: path)
        let region = Rect(x: 0.6, y: -1, width: 3, height: 3)
        let picture = try #require(
            try grabber.picture(at: MediaTime(value: 0, timescale: 10), of: region, side: 32))
        #expect(abs(luma(picture) - 255) < 3)
        let outside = Rect(x: 2, y: 0, width: 1, height: 1)
        #expect(
            try grabber.picture(at: MediaTime(value: 0, timescale: 10), of: outside, side: 32)
                == nil)
    }

    @Test func afterTheEndThereIsNoPicture() throws {
        let grabber = try FrameGrabber(path: path)
        let late = MediaTime(value: 1000, timescale: 10)
        #expect(try grabber.picture(at: late, of: .unit, side: 32) == nil)
        // It can still be used.
        #expect(
            try grabber.picture(at: MediaTime(value: 0, timescale: 10), of: .unit, side: 32) != nil)
    }

    @Test func whatIsNoFilmIsRefused() throws {
        #expect(throws: FacecapError.self) { try FrameGrabber(path: "/nonexistent") }
        let text = try folder.write("text.mp4", Data("no film".utf8))
        #expect(throws: FacecapError.self) { try FrameGrabber(path: text) }
    }

    private func luma(_ picture: PixelBuffer) -> Double {
        let plane = picture.planes[0]
        var sum = 0
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                sum += Int(
                    plane.baseAddress.load(
                        fromByteOffset: row * plane.bytesPerRow + column, as: UInt8.self))
            }
        }
        return Double(sum) / Double(picture.width * picture.height)
    }
}
