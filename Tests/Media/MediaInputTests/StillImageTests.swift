// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct StillImageTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    @Test(arguments: ["a.png", "a.jpg", "a.webp", "a.bmp", "a.tiff", "a.ppm", "no_extension"])
    func aStillImageIsOneFrameAtZero(name: String) throws {
        let made = try folder.make(
            "made." + (name.split(separator: ".").dropFirst().first ?? "png"),
            "-f lavfi -i testsrc=s=321x241 -frames:v 1")
        let path = folder.path(name)
        try FileManager.default.moveItem(atPath: made, toPath: path)
        let source = try MediaFileSource(path)
        let format = try #require(source.videoFormat)
        #expect(
            format == VideoFormat(width: 321, height: 241, frameRate: nil, color: format.color))
        #expect(source.estimatedFrameCount == 1)
        let recording = try Recording(source)
        #expect(recording.images.map(\.presentationTime) == [.zero])
        #expect(recording.images.first?.duration == nil)
        #expect(recording.warnings.isEmpty)
    }

    /// FFmpeg says 100,000 frames a second of two frames, which are its ticks.
    @Test func anAnimatedPNGHasNoFrameRate() throws {
        let path = try folder.make("a.png", "-f lavfi -i testsrc=s=64x48:r=5 -frames:v 2 -f apng")
        let source = try MediaFileSource(path)
        let format = try #require(source.videoFormat)
        #expect(
            format == VideoFormat(width: 64, height: 48, frameRate: nil, color: format.color))
        #expect(try Recording(source).images.map(\.presentationTime.seconds) == [0, 0.2])
    }

    /// Of most images FFmpeg does not tell a size that it refuses, of a GIF it does.
    @Test(arguments: [
        ("a.gif", [0x47, 0x49, 0x46, 0x38], 6, [0x20, 0x4E, 0x10, 0x27], "20000x10000"),
        (
            "a.png", [0x49, 0x48, 0x44, 0x52], 4, [0, 0, 0x2E, 0xE0, 0, 0, 0x2E, 0xE0],
            "larger than 134 million pixels"
        ),
        (
            "a.jpg", [0xFF, 0xC0], 5, [0x27, 0x10, 0x4E, 0x20],
            "larger than 134 million pixels"
        ),
    ])
    func anImageThatIsTooLargeIsNotCalledDamagedAlone(
        name: String, marker: [UInt8], offset: Int, size: [UInt8], words: String
    ) throws {
        var data = try folder.makeData(name, "-f lavfi -i testsrc=s=64x48 -frames:v 1")
        let start = try #require(data.firstRange(of: Data(marker))).lowerBound + offset
        data.replaceSubrange(start..<start + size.count, with: size)
        let error = openingError(try folder.write("large." + name, data))
        #expect(error?.code == .mediaUnreadable)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func whatFollowsTheImageInItsFileIsNotAVideo() throws {
        let data = try image("64x48")
        let both = try folder.write("both.jpg", data + data)
        #expect(try Recording(MediaFileSource(both)).images.count == 1)
    }

    /// libavformat takes the first frame for an image.
    @Test(arguments: ["a.mjpeg", "a.MJPG", "a.avi", "a.bin", "a"])
    func aFileOfManyJPEGFramesIsAVideo(name: String) throws {
        let made = try folder.make("made.mjpeg", "-f lavfi -i testsrc=s=64x48:d=0.4 -c:v mjpeg")
        let path = folder.path(name)
        if path != made { try FileManager.default.moveItem(atPath: made, toPath: path) }
        let source = try MediaFileSource(path)
        #expect(source.estimatedFrameCount != 1)
        let recording = try Recording(source)
        #expect(
            recording.images.map(\.presentationTime.seconds) == (0..<10).map { Double($0) / 25 })
        #expect(recording.warnings.isEmpty)
    }

    /// A second image that the first one lists, of another size, or that is not a JPEG.
    @Test(arguments: ["a.jpg", "a.bin"], ["listed", "smaller", "movie"])
    func aPhotoWithAnotherImageBehindItIsOneFrame(name: String, sequel: String) throws {
        let photo = try image("64x48")
        var data = photo
        switch sequel {
        case "listed":
            data.insert(contentsOf: [0xFF, 0xE2, 0, 8] + Array("MPF\0\0\0".utf8.prefix(6)), at: 2)
            data += photo
        case "smaller": data += try image("32x24")
        default: data += Data([0, 0, 0, 24] + Array("ftypmp42".utf8)) + photo
        }
        let source = try MediaFileSource(try folder.write(name, data))
        #expect(source.estimatedFrameCount == 1)
        let recording = try Recording(source)
        #expect(recording.images.map(\.pixelBuffer.width) == [64])
        #expect(recording.warnings.isEmpty)
    }

    private func image(_ size: String) throws -> Data {
        try folder.makeData("\(size).jpg", "-f lavfi -i testsrc=s=\(size) -frames:v 1")
    }

    @Test(arguments: 1...8)
    func exifSaysHowAJPEGStands(exif: Int) throws {
        var data = try image("64x48")
        let tiff = Self.exif(exif)
        let body = Array("Exif".utf8) + [0, 0] + tiff
        data.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body, at: 2)
        let source = try MediaFileSource(try folder.write("exif.jpg", data))
        #expect(source.videoFormat?.orientation.exif == exif)
        #expect(try Recording(source).images.map(\.orientation.exif) == [exif])
    }

    /// The TIFF structure of an orientation.
    private static func exif(_ orientation: Int) -> [UInt8] {
        [
            0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0,
            0, 0,
        ]
            + [0, 0, 0, 0]
    }

    /// FFmpeg decompresses it, and gives no image where it cannot.
    @Test(arguments: [("image2", 1), ("apng", 2)])
    func aPNGWhoseColorProfileIsDamagedIsShown(format: String, count: Int) throws {
        var data = try folder.makeData(
            "a.png", "-f lavfi -i testsrc=s=64x48 -frames:v \(count) -f \(format)")
        let profile = Array("name\0\0no profile".utf8)
        let chunk = [0, 0, 0, UInt8(profile.count)] + Array("iCCP".utf8) + profile + [0, 0, 0, 0]
        // Behind the signature and IHDR.
        data.insert(contentsOf: chunk, at: 33)
        let images = try Recording(MediaFileSource(try folder.write("profile.png", data))).images
        #expect(images.count == count)
    }

    /// FFmpeg passes it over.
    @Test(arguments: 1...8)
    func exifSaysHowAPNGStands(exif: Int) throws {
        var data = try folder.makeData("a.png", "-f lavfi -i testsrc=s=64x48 -frames:v 1")
        let tiff = Self.exif(exif)
        let chunk = [0, 0, 0, UInt8(tiff.count)] + Array("eXIf".utf8) + tiff + [0, 0, 0, 0]
        // Behind the signature and IHDR.
        data.insert(contentsOf: chunk, at: 33)
        let source = try MediaFileSource(try folder.write("exif.png", data))
        #expect(source.videoFormat?.orientation.exif == exif)
        #expect(try Recording(source).images.map(\.orientation.exif) == [exif])
    }

    @Test(arguments: 1...8)
    func aTIFFSaysHowItStands(orientation: Int) throws {
        let fields: [(tag: UInt8, value: UInt8)] = [
            (0x00, 16), (0x01, 8), (0x02, 8), (0x03, 1), (0x06, 1), (0x11, 200),
            (0x12, UInt8(orientation)), (0x15, 1), (0x16, 8), (0x17, 128),
        ]
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(fields.count), 0]
        for field in fields { bytes += [field.tag, 1, 3, 0, 1, 0, 0, 0, field.value, 0, 0, 0] }
        bytes += [UInt8](repeating: 0, count: 200 - bytes.count)
        bytes += [UInt8](repeating: 99, count: 128)
        let source = try MediaFileSource(try folder.write("a.tif", Data(bytes)))
        #expect(source.videoFormat?.width == 16)
        #expect(source.videoFormat?.orientation.exif == orientation)
        #expect(try Recording(source).images.map(\.orientation.exif) == [orientation])
    }

    @Test(arguments: [0, 90, 180, 270])
    func theDisplayMatrixSaysHowAVideoStands(degrees: Int) throws {
        let flat = try folder.make("flat.mp4", "-f lavfi -i testsrc=s=64x48:d=0.2 -c:v libx264")
        let path = try folder.make(
            "turned.mp4", "-i \(flat) -c copy -metadata:s:v rotate=\(degrees)")
        let source = try MediaFileSource(path)
        #expect(source.videoFormat?.width == 64)
        #expect(source.videoFormat?.orientation.exchangesSides == (degrees % 180 == 90))
        let stored = try #require(try Recording(source).images.first?.pixelBuffer)
        // The truth is the frame as ffmpeg itself shows it.
        let shown = try #require(
            FFmpegProgram.run(
                "ffmpeg", ["-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-"]))
        let turned = try turnedByHand(stored, #require(source.videoFormat).orientation)
        #expect(turned == Array(shown.prefix(64 * 48)))
    }

    private func turnedByHand(_ image: PixelBuffer, _ turn: VideoOrientation) -> [UInt8] {
        let (width, height) = (image.width, image.height)
        let luma = Array(image.packed.prefix(width * height))
        let (newWidth, newHeight) = turn.exchangesSides ? (height, width) : (width, height)
        return (0..<newHeight).flatMap { y in
            (0..<newWidth).map { x in
                switch turn.degrees {
                case 90: luma[(height - 1 - x) * width + y]
                case 180: luma[(height - 1 - y) * width + width - 1 - x]
                case 270: luma[x * width + width - 1 - y]
                default: luma[y * width + x]
                }
            }
        }
    }
}
