// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct ImageEncoderTests {
    static let sizes: [(width: Int, height: Int)] = [(96, 64), (97, 65), (1, 1)]

    @Test(arguments: PixelBuffer.Format.allCases.filter { $0 != .depth16 }, [false, true])
    func imagesOfEveryFormatRangeAndSizeComeBack(
        format: PixelBuffer.Format, isFullRange: Bool
    ) async throws {
        let encoder = try ImageEncoder(quality: 0.95)
        for (width, height) in Self.sizes {
            let image = TestImage(width: width, height: height, isFullRange: isFullRange)
            let file = try encoder.encode(image.pixelBuffer(format))
            #expect(file.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) && file.suffix(2) == [0xFF, 0xD9])
            var rest = try await FFmpegProgram.decode(
                file, as: "jpeg_pipe", ["-f", "rawvideo"])[...]
            let planes = image.planar(
                isFullRange: true, isGrey: format == .gray8,
                hasAllRows: [.yuyv, .uyvy, .bgr24, .bgra].contains(format),
                hasAllColumns: format == .bgr24 || format == .bgra)
            for plane in planes {
                let ratio = peakSignalToNoise(rest.prefix(plane.count), plane)
                #expect(ratio > 33, "\(width)x\(height), plane of \(plane.count)")
                rest = rest.dropFirst(plane.count)
            }
            #expect(rest.isEmpty)
        }
        let file = try encoder.encode(TestImage(width: 97, height: 65).pixelBuffer(format))
        let probed = try await FFmpegProgram.probe(file, as: "jpeg_pipe")
        #expect(probed["width"] as? Int == 97 && probed["height"] as? Int == 65)
        #expect(probed["color_range"] as? String == "pc")
    }

    @Test func betterImagesNeedMoreBytes() throws {
        let image = TestImage(width: 160, height: 96).pixelBuffer(.bgr24)
        let sizes = try [0, 0.5, 0.9, 1].map {
            try ImageEncoder(quality: $0).encode(image).count
        }
        #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func equalImagesGiveEqualFiles() throws {
        let image = TestImage(width: 160, height: 96).pixelBuffer(.i420)
        let encoder = try ImageEncoder()
        #expect(try encoder.encode(image) == encoder.encode(image))
    }

    @Test func whatMakesNoSenseIsRefused() throws {
        for quality in [-0.1, 1.1, .nan, .infinity] {
            #expect(throws: FacecapError.self) { try ImageEncoder(quality: quality) }
        }
        let wide = PixelBufferPool(format: .gray8, width: 20000, height: 1).makePixelBuffer { _ in }
        let distances = TestImage(width: 16, height: 16).pixelBuffer(.depth16)
        #expect {
            try ImageEncoder().encode(distances)
        } throws: { ($0 as? FacecapError)?.code == .formatUnsupported }
        #expect {
            try ImageEncoder().encode(wide)
        } throws: { ($0 as? FacecapError)?.code == .invalidArgument }
    }

    @Test(arguments: PixelBuffer.Format.allCases.filter { $0 != .depth16 })
    func aPNGLosesNothingButTheStepToRGB(format: PixelBuffer.Format) async throws {
        let encoder = try ImageEncoder(.png)
        let image = TestImage(width: 97, height: 65, isFullRange: true)
        let file = try encoder.encode(image.pixelBuffer(format))
        let decoded = try await FFmpegProgram.decode(
            file, as: "png_pipe", ["-pix_fmt", "bgr24", "-f", "rawvideo"])
        let rows = image.pixelBuffer(.bgr24).packedPlanes[0]
        guard format != .gray8 else { return #expect(decoded.count == rows.count) }
        let ratio = peakSignalToNoise(decoded[...], rows)
        #expect(format == .bgr24 || format == .bgra ? ratio > 99 : ratio > 30, "\(ratio)")
    }

    @Test(arguments: [
        (ImageCodec.jpeg(quality: 1), PixelBuffer.Format.nv12), (.jpeg(quality: 1), .yuyv),
        (.jpeg(quality: 1), .bgr24), (.png, .i420),
    ])
    func aTurnedImageHasItsPixelsWhereTheyAreSeen(
        codec: ImageCodec, format: PixelBuffer.Format
    ) async throws {
        let image = TestImage(width: 97, height: 65).pixelBuffer(format)
        let encoder = try ImageEncoder(codec)
        func pixels(_ file: [UInt8]) async throws -> [UInt8] {
            let raw = try await FFmpegProgram.decode(
                file, as: codec == .png ? "png_pipe" : "jpeg_pipe", ["-f", "rawvideo"])
            // Luma comes first; of RGB the red alone will do.
            return (0..<(97 * 65)).map { raw[codec == .png ? 3 * $0 : $0] }
        }
        let flat = try await pixels(encoder.encode(image))
        for orientation in VideoOrientation.allCases {
            let seen = try await pixels(encoder.encode(image, displayed: orientation))
            #expect(peakSignalToNoise(seen, turned(flat, orientation)) > 33, "\(orientation)")
        }
    }

    /// 97x65 pixels, turned by hand.
    private func turned(_ flat: [UInt8], _ orientation: VideoOrientation) -> [UInt8] {
        let (width, height) = orientation.displayedSides(width: 97, height: 65)
        return (0..<height).flatMap { y in
            (0..<width).map { x -> UInt8 in
                let x = orientation.isMirrored ? width - 1 - x : x
                return switch orientation.degrees {
                case 90: flat[(64 - x) * 97 + y]
                case 180: flat[(64 - y) * 97 + 96 - x]
                case 270: flat[x * 97 + 96 - y]
                default: flat[y * 97 + x]
                }
            }
        }
    }
}
