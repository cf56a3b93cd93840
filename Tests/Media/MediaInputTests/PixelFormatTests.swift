// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct PixelFormatTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    static let passedThrough: [(name: String, ffmpeg: String, format: PixelBuffer.Format)] = [
        ("ffv1.mkv", "yuv420p", .i420), ("raw.y4m", "yuv420p", .i420), ("raw.nut", "nv12", .nv12),
        ("raw.nut", "gray", .gray8), ("raw.nut", "yuyv422", .yuyv), ("raw.nut", "bgr24", .bgr24),
        ("raw.nut", "uyvy422", .uyvy),
    ]

    @Test(arguments: passedThrough, ["320x240", "321x241"])
    func losslessImagesKeepEveryByte(
        video: (name: String, ffmpeg: String, format: PixelBuffer.Format), size: String
    ) throws {
        // Packed 4:2:2 of odd width has no room for its last pair: it is converted.
        if [.yuyv, .uyvy].contains(video.format) && size == "321x241" { return }
        let codec = video.name == "ffv1.mkv" ? "ffv1" : "rawvideo"
        let container =
            video.name == "raw.y4m" ? "-f yuv4mpegpipe -c:v wrapped_avframe" : "-c:v \(codec)"
        let path = try folder.make(
            video.name,
            "-f lavfi -i testsrc=s=\(size):d=0.2 -pix_fmt \(video.ffmpeg) \(container)")
        let images = try Recording(MediaFileSource(path)).images
        #expect(images.count == 5)
        #expect(images.allSatisfy { $0.pixelBuffer.format == video.format })
        let bytes = images.flatMap(\.pixelBuffer.packed)
        #expect(bytes == (try FFmpegProgram.rawImages(of: path, pixelFormat: video.ffmpeg)))
    }

    static let converted: [(ffmpeg: String, format: PixelBuffer.Format)] = [
        ("yuv422p", .i420), ("yuv444p", .i420), ("yuv420p10le", .i420), ("yuv410p", .i420),
        ("yuva420p", .i420), ("rgb24", .bgr24), ("gbrp", .bgr24),
        ("rgba", .bgr24), ("bgr0", .bgr24), ("pal8", .bgr24), ("gray10le", .gray8),
    ]

    @Test(arguments: converted, ["64x48", "33x17"])
    func otherFormatsAreConverted(video: (ffmpeg: String, format: PixelBuffer.Format), size: String)
        throws
    {
        let path = try folder.make(
            "a.nut", "-f lavfi -i testsrc=s=\(size):d=0.2 -pix_fmt \(video.ffmpeg) -c:v rawvideo")
        let images = try Recording(MediaFileSource(path)).images
        let name = [
            PixelBuffer.Format.i420: "yuv420p", .bgr24: "bgr24", .gray8: "gray", .yuyv: "yuyv422",
        ][video.format]
        let truth = try FFmpegProgram.rawImages(of: path, pixelFormat: try #require(name))
        let bytes = images.flatMap(\.pixelBuffer.packed)
        #expect(images.allSatisfy { $0.pixelBuffer.format == video.format })
        #expect(bytes.count == truth.count)
        // Chroma at edges depends on the filter, so the mean tells, not each byte.
        let difference = zip(bytes, truth).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(Double(difference) / Double(truth.count) < 2.5)
    }

    @Test func fullRangeSurvivesConversion() throws {
        let path = try folder.make(
            "a.avi", "-f lavfi -i color=white:s=32x32:d=0.1 -c:v mjpeg -pix_fmt yuvj422p -q:v 1")
        let image = try #require(try Recording(MediaFileSource(path)).images.first?.pixelBuffer)
        #expect(image.isFullRange)
        #expect(image.packed[0] > 250)
    }

    @Test func videoRangeIsTheDefault() throws {
        let path = try folder.make(
            "a.mkv", "-f lavfi -i color=white:s=32x32:d=0.1 -c:v ffv1 -pix_fmt yuv444p")
        let image = try #require(try Recording(MediaFileSource(path)).images.first?.pixelBuffer)
        #expect(!image.isFullRange)
        #expect((233...237).contains(image.packed[0]))
    }

    @Test func imagesOutliveTheirSource() throws {
        let path = try folder.make("a.mp4", "-f lavfi -i testsrc=s=64x48:d=1 -c:v libx264")
        let kept = try Recording(MediaFileSource(path)).images.map(\.pixelBuffer.packed)
        let source = try MediaFileSource(path)
        var again: [VideoSampleBuffer] = []
        while case .video(let sample) = try source.nextEvent() { again.append(sample) }
        #expect(again.map(\.pixelBuffer.packed) == kept)
    }
}
