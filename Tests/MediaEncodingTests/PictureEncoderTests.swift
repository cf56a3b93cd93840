import CaptureSamples
import FaceValues
import MediaEncoding
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct PictureEncoderTests {
    static let sizes: [(width: Int, height: Int)] = [(96, 64), (97, 65), (1, 1)]

    @Test(arguments: PixelFormat.allCases.filter { $0 != .depth16 }, [false, true])
    func picturesOfEveryFormatRangeAndSizeComeBack(
        format: PixelFormat, isFullRange: Bool
    ) async throws {
        let encoder = try PictureEncoder(quality: 0.95)
        for (width, height) in Self.sizes {
            let picture = TestPicture(width: width, height: height, isFullRange: isFullRange)
            let file = try encoder.encode(picture.pixelBuffer(format))
            #expect(file.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) && file.suffix(2) == [0xFF, 0xD9])
            var rest = try await FFmpegProgram.decode(
                file, as: "jpeg_pipe", ["-f", "rawvideo"])[...]
            let planes = picture.planar(
                isFullRange: true, isGrey: format == .gray8,
                hasAllRows: [.yuyv, .uyvy, .bgr24].contains(format),
                hasAllColumns: format == .bgr24)
            for plane in planes {
                let ratio = peakSignalToNoise(rest.prefix(plane.count), plane)
                #expect(ratio > 33, "\(width)x\(height), plane of \(plane.count)")
                rest = rest.dropFirst(plane.count)
            }
            #expect(rest.isEmpty)
        }
        let file = try encoder.encode(TestPicture(width: 97, height: 65).pixelBuffer(format))
        let probed = try await FFmpegProgram.probe(file, as: "jpeg_pipe")
        #expect(probed["width"] as? Int == 97 && probed["height"] as? Int == 65)
        #expect(probed["color_range"] as? String == "pc")
    }

    @Test func betterPicturesNeedMoreBytes() throws {
        let picture = TestPicture(width: 160, height: 96).pixelBuffer(.bgr24)
        let sizes = try [0, 0.5, 0.9, 1].map {
            try PictureEncoder(quality: $0).encode(picture).count
        }
        #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func equalPicturesGiveEqualFiles() throws {
        let picture = TestPicture(width: 160, height: 96).pixelBuffer(.i420)
        let encoder = try PictureEncoder()
        #expect(try encoder.encode(picture) == encoder.encode(picture))
    }

    @Test func whatMakesNoSenseIsRefused() throws {
        for quality in [-0.1, 1.1, .nan, .infinity] {
            #expect(throws: FacecapError.self) { try PictureEncoder(quality: quality) }
        }
        let wide = PixelBufferPool(format: .gray8, width: 20000, height: 1).makePixelBuffer { _ in }
        let distances = TestPicture(width: 16, height: 16).pixelBuffer(.depth16)
        #expect {
            try PictureEncoder().encode(distances)
        } throws: { ($0 as? FacecapError)?.code == .formatUnsupported }
        #expect {
            try PictureEncoder().encode(wide)
        } throws: { ($0 as? FacecapError)?.code == .invalidArgument }
    }
}
