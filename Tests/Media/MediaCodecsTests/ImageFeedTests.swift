// SPDX-License-Identifier: Apache-2.0
import CFFmpeg
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import MediaCodecs

@Suite struct ImageFeedTests {
    private func feed(
        _ format: AVPixelFormat, isFullRange: Bool = false
    ) throws -> ImageFeed {
        try ImageFeed(
            width: 96, height: 64, format: format, isFullRange: isFullRange, matrix: 6)
    }

    @Test(arguments: [PixelBuffer.Format.i420, .nv12, .gray8])
    func anImageAsTheEncoderWantsItIsNotCopied(format: PixelBuffer.Format) throws {
        let feed = try feed(format == .nv12 ? AV_PIX_FMT_NV12 : AV_PIX_FMT_YUV420P)
        defer { feed.release() }
        for (width, height) in [(96, 64), (97, 65)] {
            let image = TestImage(width: width, height: height).pixelBuffer(format)
            let frame = try feed.makeFrame(image)
            for (index, plane) in image.planes.enumerated() {
                let bytes = try #require(facecap_frame_plane(frame, CInt(index)))
                #expect(UnsafeRawPointer(bytes) == plane.baseAddress)
                #expect(Int(facecap_frame_bytes_per_row(frame, CInt(index))) == plane.bytesPerRow)
            }
            #expect(frame.pointee.width == 96 && frame.pointee.height == 64)
        }
    }

    @Test func anImageOfAnotherRangeOrSizeIsConverted() throws {
        let feed = try feed(AV_PIX_FMT_YUV420P, isFullRange: true)
        defer { feed.release() }
        let images = [
            TestImage(width: 96, height: 64).pixelBuffer(.i420),
            TestImage(width: 98, height: 64, isFullRange: true).pixelBuffer(.i420),
            TestImage(width: 96, height: 62, isFullRange: true).pixelBuffer(.gray8),
        ]
        for image in images {
            let bytes = try #require(facecap_frame_plane(feed.makeFrame(image), 0))
            #expect(UnsafeRawPointer(bytes) != image.planes[0].baseAddress)
        }
    }

    /// Full red in BT.709 and BT.2020: luma, Cb and Cr of limited range.
    @Test(
        arguments: [
            (PixelBuffer.Matrix.bt709, [63, 102, 240] as [UInt8]), (.bt2020, [74, 97, 240]),
        ], [PixelBuffer.Format.i420, .nv12, .yuyv])
    func anImageOfAnotherMatrixKeepsItsColours(
        red: (matrix: PixelBuffer.Matrix, levels: [UInt8]), format: PixelBuffer.Format
    ) throws {
        let pool = PixelBufferPool(format: format, width: 96, height: 64, matrix: red.matrix)
        let image = pool.makePixelBuffer { planes in
            for (index, plane) in planes.enumerated() {
                let levels: [UInt8] =
                    switch (format, index) {
                    case (.yuyv, _): [red.levels[0], red.levels[1], red.levels[0], red.levels[2]]
                    case (.nv12, 1): Array(red.levels[1...])
                    default: [red.levels[index]]
                    }
                let rows = format.layout(plane: index, width: 96, height: 64).rows
                for place in 0..<plane.bytesPerRow * rows {
                    plane.bytes.storeBytes(
                        of: levels[place % levels.count], toByteOffset: place, as: UInt8.self)
                }
            }
        }
        let feed = try feed(AV_PIX_FMT_YUV420P)
        defer { feed.release() }
        let frame = try feed.makeFrame(image)
        // Full red in BT.601.
        for (plane, level) in [81, 90, 240].enumerated() {
            let rows = Self.rows(frame, plane)
            #expect(rows.allSatisfy { $0.allSatisfy { abs(Int($0) - level) <= 2 } }, "\(plane)")
        }
    }

    @Test(arguments: PixelBuffer.Format.allCases.filter { $0 != .depth16 })
    func nothingBehindAnImageIsReadAndItsLastRowsAreConvertedLikeTheOthers(
        format: PixelBuffer.Format
    ) throws {
        for (width, height) in [(2, 2), (6, 4), (98, 62), (640, 482)] {
            let whole = TestImage(width: width, height: height).pixelBuffer(format)
            let guarded = try whole.guarded()
            let feed = try ImageFeed(
                width: width, height: height, format: AV_PIX_FMT_YUV420P, isFullRange: true,
                matrix: 6)
            defer { feed.release() }
            let frame = try feed.makeFrame(guarded)
            let reference = try Self.converted(whole, like: frame)
            for plane in 0..<3 {
                let isEqual = Self.rows(frame, plane) == Self.rows(reference.pointer, plane)
                #expect(isEqual, "plane \(plane) of \(width)x\(height)")
            }
        }
    }

    /// The image as libswscale converts it in one piece, with room behind it.
    private static func converted(
        _ image: PixelBuffer, like frame: UnsafeMutablePointer<AVFrame>
    ) throws -> CodecFrame {
        let (source, target) = (try CodecFrame(), try CodecFrame())
        let isGrey = image.format == .gray8
        let format = isGrey ? AV_PIX_FMT_YUV420P : image.format.ffmpegFormat
        for (new, format, width, height) in [
            (source, format.rawValue, CInt(image.width), CInt(image.height)),
            (target, frame.pointee.format, frame.pointee.width, frame.pointee.height),
        ] {
            new.pointer.pointee.format = format
            new.pointer.pointee.width = width
            new.pointer.pointee.height = height
            try new.allocate()
        }
        for index in 0..<(isGrey ? 3 : image.planes.count) {
            let kind: PixelBuffer.Format = isGrey ? .i420 : image.format
            let layout = kind.layout(plane: index, width: image.width, height: image.height)
            let bytes = try #require(facecap_frame_plane(source.pointer, CInt(index)))
            let bytesPerRow = Int(facecap_frame_bytes_per_row(source.pointer, CInt(index)))
            for row in 0..<layout.rows {
                let target = UnsafeMutableRawPointer(bytes + row * bytesPerRow)
                if isGrey && index > 0 {
                    memset(target, 128, layout.bytesPerRow)
                } else {
                    let plane = image.planes[index]
                    target.copyMemory(
                        from: plane.baseAddress + row * plane.bytesPerRow,
                        byteCount: layout.bytesPerRow)
                }
            }
        }
        let scaler = try #require(
            facecap_scaler_create(
                source.pointer, image.isFullRange ? 1 : 0, 6, target.pointer, 1, 6))
        defer { sws_freeContext(scaler) }
        let rows = facecap_scaler_convert(scaler, source.pointer, target.pointer)
        #expect(rows == target.pointer.pointee.height)
        return target
    }

    private static func rows(_ frame: UnsafeMutablePointer<AVFrame>, _ plane: Int) -> [[UInt8]] {
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        let layout = PixelBuffer.Format.i420.layout(plane: plane, width: width, height: height)
        let bytesPerRow = Int(facecap_frame_bytes_per_row(frame, CInt(plane)))
        guard let bytes = facecap_frame_plane(frame, CInt(plane)) else { return [] }
        return (0..<layout.rows).map {
            Array(UnsafeBufferPointer(start: bytes + $0 * bytesPerRow, count: layout.bytesPerRow))
        }
    }

    @Test func aFrameThatTheEncoderStillHoldsIsNotWrittenOver() throws {
        let feed = try feed(AV_PIX_FMT_YUV420P)
        defer { feed.release() }
        let first = try feed.makeFrame(TestImage(width: 96, height: 64).pixelBuffer(.yuyv))
        var held = av_frame_clone(first)
        defer { av_frame_free(&held) }
        let bytes = try #require(held.flatMap { facecap_frame_plane($0, 0) })
        let before = Array(UnsafeBufferPointer(start: bytes, count: 96))
        _ = try feed.makeFrame(
            TestImage(width: 96, height: 64, index: 20).pixelBuffer(.yuyv))
        #expect(Array(UnsafeBufferPointer(start: bytes, count: 96)) == before)
    }

    @Test(arguments: ["libx264", "libx265"])
    func anEncoderThatSaysItsParameterSetsOnlyInItsImagesIsAskedForOne(name: String) throws {
        let configuration = try VideoEncoderConfiguration(
            settings: .init(codec: name), width: 96, height: 64, frameRate: 30, timescale: 600,
            color: .ofCameras(), pixelAspectRatio: .square, pixelFormat: .i420)
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
