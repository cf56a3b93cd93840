import CFFmpeg
import CaptureSamples
import FaceValues
import Testing

@testable import MediaEncoding

@Suite struct PictureFeedTests {
    private func feed(
        _ format: AVPixelFormat, isFullRange: Bool = false
    ) throws -> PictureFeed {
        try PictureFeed(
            width: 96, height: 64, format: format, isFullRange: isFullRange, matrix: 6)
    }

    @Test(arguments: [PixelFormat.i420, .nv12, .gray8])
    func aPictureAsTheEncoderWantsItIsNotCopied(format: PixelFormat) throws {
        let feed = try feed(format == .nv12 ? AV_PIX_FMT_NV12 : AV_PIX_FMT_YUV420P)
        for (width, height) in [(96, 64), (97, 65)] {
            let picture = TestPicture(width: width, height: height).pixelBuffer(format)
            let frame = try feed.makeFrame(picture)
            for (index, plane) in picture.planes.enumerated() {
                let bytes = try #require(facecap_frame_plane(frame, CInt(index)))
                #expect(UnsafeRawPointer(bytes) == plane.baseAddress)
                #expect(Int(facecap_frame_bytes_per_row(frame, CInt(index))) == plane.bytesPerRow)
            }
            #expect(frame.pointee.width == 96 && frame.pointee.height == 64)
        }
    }

    @Test func aPictureOfAnotherRangeOrSizeIsConverted() throws {
        let feed = try feed(AV_PIX_FMT_YUV420P, isFullRange: true)
        let pictures = [
            TestPicture(width: 96, height: 64).pixelBuffer(.i420),
            TestPicture(width: 98, height: 64, isFullRange: true).pixelBuffer(.i420),
            TestPicture(width: 96, height: 62, isFullRange: true).pixelBuffer(.gray8),
        ]
        for picture in pictures {
            let bytes = try #require(facecap_frame_plane(feed.makeFrame(picture), 0))
            #expect(UnsafeRawPointer(bytes) != picture.planes[0].baseAddress)
        }
    }

    @Test func aFrameThatTheEncoderStillHoldsIsNotWrittenOver() throws {
        let feed = try feed(AV_PIX_FMT_YUV420P)
        let first = try feed.makeFrame(TestPicture(width: 96, height: 64).pixelBuffer(.yuyv))
        var held = av_frame_clone(first)
        defer { av_frame_free(&held) }
        let bytes = try #require(held.flatMap { facecap_frame_plane($0, 0) })
        let before = Array(UnsafeBufferPointer(start: bytes, count: 96))
        _ = try feed.makeFrame(
            TestPicture(width: 96, height: 64, index: 20).pixelBuffer(.yuyv))
        #expect(Array(UnsafeBufferPointer(start: bytes, count: 96)) == before)
    }

    @Test(arguments: ["libx264", "libx265"])
    func anEncoderThatSaysItsParameterSetsOnlyInItsPicturesIsAskedForOne(name: String) throws {
        let configuration = try VideoEncoderConfiguration(
            settings: .init(codec: name), width: 96, height: 64, frameRate: 30, timescale: 600,
            isFullRange: false, pixelFormat: .i420)
        let expected = try configuration.open(feed: configuration.makeFeed()).parameterSets
        let context = try configuration.makeContext()
        context.pointer.pointee.flags &= ~AV_CODEC_FLAG_GLOBAL_HEADER
        try #require(context.open() >= 0)
        #expect(context.extradata.isEmpty)
        let sets = try configuration.encodeParameterSets(
            context, feed: configuration.makeFeed())
        #expect(sets.bytes == expected.bytes)
    }
}
