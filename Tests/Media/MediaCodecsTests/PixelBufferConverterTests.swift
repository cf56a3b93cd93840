// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import MediaCodecs

/// Frames in other pixel formats, compared with the same image drawn in them, and with what `ffmpeg` makes of them.
@Suite struct PixelBufferConverterTests {
    private static let sources = PixelBuffer.Format.allCases.filter { $0 != .depth16 }

    /// The greatest and the mean difference.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> (most: Int, mean: Double) {
        let differences = zip(one, other).map { abs(Int($0) - Int($1)) }
        return (
            differences.max() ?? 0,
            Double(differences.reduce(0, +)) / Double(max(1, differences.count))
        )
    }

    /// What a gray image is in colors: it has no others.
    private static func grayTruth(_ drawn: TestImage, _ target: PixelBuffer.Format) -> [[UInt8]] {
        let luma = drawn.pixelBuffer(.gray8).packedPlanes[0]
        let half = (drawn.width + 1) / 2 * ((drawn.height + 1) / 2)
        switch target {
        case .nv12: return [luma, [UInt8](repeating: 128, count: 2 * half)]
        case .i420:
            return [luma] + [[UInt8]](repeating: .init(repeating: 128, count: half), count: 2)
        default:
            let levels = luma.map { luma -> UInt8 in
                drawn.isFullRange ? luma : UInt8((Double(luma) - 16) / 219 * 255 + 0.5)
            }
            return [levels.flatMap { [$0, $0, $0, 255] }]
        }
    }

    @Test(arguments: sources, PixelBufferConverter.targets)
    func anImageStaysTheSameInEveryFormat(
        format: PixelBuffer.Format, target: PixelBuffer.Format
    ) throws {
        let converter = try PixelBufferConverter()
        for (width, height) in [(320, 240), (241, 181)] {
            for isFullRange in [false, true] {
                let drawn = TestImage(width: width, height: height, isFullRange: isFullRange)
                let image = try converter.convert(drawn.pixelBuffer(format), to: target)
                #expect(image.format == target)
                #expect((image.width, image.height) == (width, height))
                #expect(target == .bgra || image.isFullRange == isFullRange)
                let truth =
                    format == .gray8
                    ? Self.grayTruth(drawn, target) : drawn.pixelBuffer(target).packedPlanes
                for (plane, (one, other)) in zip(image.packedPlanes, truth).enumerated() {
                    let found = Self.difference(one, other)
                    #expect(one.count == other.count)
                    #expect(
                        found.most <= 6 && found.mean < 1.5,
                        "plane \(plane) of \(width)x\(height): \(found)")
                }
            }
        }
    }

    /// The smallest images, and those without memory behind their last pixel, have one color everywhere.
    @Test(arguments: sources, PixelBufferConverter.targets)
    func theSmallestImagesKeepTheirColour(
        format: PixelBuffer.Format, target: PixelBuffer.Format
    ) throws {
        let converter = try PixelBufferConverter()
        for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (2, 2), (5, 4), (18, 7)] {
            let pool = PixelBufferPool(format: format, width: width, height: height)
            let pixel: [PixelBuffer.Format: [[UInt8]]] = [
                .gray8: [[126]], .i420: [[126], [128], [128]], .nv12: [[126], [128, 128]],
                .yuyv: [[126, 128]], .uyvy: [[128, 126]], .bgr24: [[128]],
                .bgra: [[128, 128, 128, 255]],
            ]
            let image = pool.makePixelBuffer { planes in
                for (index, (plane, values)) in zip(planes, pixel[format] ?? []).enumerated() {
                    let layout = format.layout(plane: index, width: width, height: height)
                    for row in 0..<layout.rows {
                        for byte in 0..<plane.bytesPerRow {
                            (plane.bytes + row * plane.bytesPerRow).storeBytes(
                                of: values[byte % values.count], toByteOffset: byte, as: UInt8.self)
                        }
                    }
                }
            }
            let wanted: [UInt8] = target == .bgra ? [128, 128, 128, 255] : [126]
            let made = try converter.convert(image.guarded(), to: target).packedPlanes[0]
            for (index, byte) in made.enumerated() {
                #expect(abs(Int(byte) - Int(wanted[index % wanted.count])) <= 1)
            }
        }
    }

    @Test(
        .enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"),
        arguments: PixelBuffer.Matrix.allCases, [false, true])
    func matrixAndRangeAreThoseOfTheFrame(matrix: PixelBuffer.Matrix, isFullRange: Bool) throws {
        let names: [PixelBuffer.Format: String] = [
            .i420: "yuv420p", .nv12: "nv12", .yuyv: "yuyv422", .uyvy: "uyvy422", .bgr24: "bgr24",
            .bgra: "bgra",
        ]
        let folder = try MediaFolder()
        let converter = try PixelBufferConverter()
        let drawn = TestImage(width: 320, height: 240, isFullRange: isFullRange)
        for (format, name) in names {
            let plain = drawn.pixelBuffer(format)
            let image = PixelBuffer(
                format: format, width: 320, height: 240, planes: plain.planes,
                isFullRange: isFullRange, matrix: matrix, owner: plain)
            let path = try folder.write("image.raw", Data(image.packedPlanes.joined()))
            for target in PixelBufferConverter.targets where target != format {
                let matrixName =
                    [.bt709: "bt709", .bt601: "bt601", .bt2020: "bt2020"][matrix] ?? ""
                let range = isFullRange ? "full" : "limited"
                let truth = try #require(
                    FFmpegProgram.run(
                        "ffmpeg",
                        [
                            "-v", "error", "-f", "rawvideo", "-pix_fmt", name, "-s", "320x240",
                            "-i", path, "-vf",
                            "scale=in_color_matrix=\(matrixName):out_color_matrix=\(matrixName):"
                                + "in_range=\(range):out_range=\(range):"
                                + "flags=bicubic+accurate_rnd+full_chroma_int",
                            "-f", "rawvideo", "-pix_fmt", names[target] ?? "", "-",
                        ]))
                let made = try converter.convert(image, to: target)
                #expect(target == .bgra || made.matrix == matrix)
                let found = Self.difference(Array(made.packedPlanes.joined()), Array(truth))
                #expect(
                    found.most <= 6 && found.mean < 1.5, "\(format) to \(target): \(found)")
            }
        }
    }

    /// Of green 709 and 601 make colors that nobody takes for the same.
    @Test func aFrameThatDoesNotSayIsOfTheMatrixOfItsSize() throws {
        let converter = try PixelBufferConverter()
        func green(_ height: Int, _ matrix: PixelBuffer.Matrix?) throws -> [UInt8] {
            let pool = PixelBufferPool(
                format: .nv12, width: 16, height: height, matrix: matrix)
            let image = pool.makePixelBuffer { planes in
                for (plane, value) in zip(planes, [UInt8(145), 54]) {
                    let rows = value == 54 ? height / 2 : height
                    plane.bytes.initializeMemory(
                        as: UInt8.self, repeating: value, count: plane.bytesPerRow * rows)
                }
            }
            return Array(try converter.convert(image, to: .bgra).packedPlanes[0].prefix(4))
        }
        #expect(try green(576, nil) == green(576, .bt601))
        #expect(try green(720, nil) == green(720, .bt709))
        #expect(try green(720, nil) != green(720, .bt601))
        #expect(try green(576, .bt709) == green(720, .bt709))
    }

    @Test func memoryIsUsedAgainAndWhatIsAsItIsWantedIsNotTouched() throws {
        let converter = try PixelBufferConverter()
        let image = TestImage(width: 64, height: 48).pixelBuffer(.yuyv)
        var places: Set<UnsafeRawPointer> = []
        for _ in 0..<20 {
            places.insert(try converter.convert(image, to: .bgra).planes[0].baseAddress)
        }
        #expect(places.count == 1)
        let held = try (0..<3).map { _ in try converter.convert(image, to: .bgra) }
        #expect(Set(held.map { $0.planes[0].baseAddress }).count == 3)
        for target in PixelBufferConverter.targets {
            let same = TestImage(width: 63, height: 47).pixelBuffer(target)
            #expect(try converter.convert(same, to: target) === same)
        }
    }

    @Test func whatHasNoColoursIsRefused() throws {
        let converter = try PixelBufferConverter()
        let depth = TestImage(width: 8, height: 8).pixelBuffer(.depth16)
        let image = TestImage(width: 8, height: 8).pixelBuffer(.i420)
        for (image, target) in [
            (depth, PixelBuffer.Format.bgra), (image, .yuyv), (image, .depth16),
        ] {
            let error = #expect(throws: FacecapError.self) {
                try converter.convert(image, to: target)
            }
            #expect(error?.code == .formatUnsupported)
        }
    }
}
