// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaCodecs
import TestSupport
import Testing

/// What `ffmpeg` reads of the files that are written.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "needs ffmpeg"))
struct DepthFileWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/out.depth.mkv" }

    /// Distances with holes, slopes and noise, another one for each number; odd sizes too.
    private func values(_ number: Int, _ width: Int, _ height: Int) -> [UInt16] {
        var noise = UInt32(truncatingIfNeeded: number &* 7919 &+ 1)
        return (0..<width * height).map { index in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            return noise >> 28 == 0
                ? 0 : UInt16(truncatingIfNeeded: index * 37) ^ UInt16(noise >> 24)
        }
    }

    private func sample(
        _ number: Int, _ width: Int, _ height: Int, microseconds: Int64
    ) -> VideoSampleBuffer {
        let values = values(number, width, height)
        let pool = PixelBufferPool(format: .depth16, width: width, height: height)
        let image = pool.makePixelBuffer { planes in
            for y in 0..<height {
                for x in 0..<width {
                    (planes[0].bytes + y * planes[0].bytesPerRow).storeBytes(
                        of: values[y * width + x].littleEndian, toByteOffset: 2 * x,
                        as: UInt16.self)
                }
            }
        }
        return VideoSampleBuffer(
            pixelBuffer: image,
            presentationTime: MediaTime(value: microseconds, timescale: 1_000_000),
            captureNanoseconds: 0)
    }

    private func read(_ path: String) async throws -> [UInt16] {
        let raw = folder.path + "/raw"
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-y", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo",
                "-pix_fmt", "gray16le", raw,
            ], of: "/usr/bin/ffmpeg")
        try #require(result.exitCode == 0, "\(result.messages)")
        let bytes = Array(try Data(contentsOf: URL(filePath: raw)))
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
    }

    private func probe(_ entries: String) async throws -> [String] {
        let result = try await CommandRunner.run(
            ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path],
            of: "/usr/bin/ffprobe")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [(64, 48), (37, 23), (4, 4)])
    func everyDistanceAndTimeComesBack(_ width: Int, _ height: Int) async throws {
        let writer = try DepthFileWriter(path: path, width: width, height: height)
        // Not a constant rate, and not from zero.
        let times: [Int64] = [20_000, 53_000, 120_000, 1_500_000, 9_000_000]
        for (number, time) in times.enumerated() {
            try writer.append(sample(number, width, height, microseconds: time))
        }
        try writer.finish()
        try writer.finish()
        let written = times.indices.flatMap { values($0, width, height) }
        #expect(try await read(path) == written)
        #expect(
            try await probe("packet=pts_time")
                == ["0.020000", "0.053000", "0.120000", "1.500000", "9.000000"])
        #expect(
            try await probe("stream=codec_name,width,height,pix_fmt")
                == ["ffv1,\(width),\(height),gray16le"])
    }

    @Test func timesAreThoseOfTheImagesToTheMillisecond() async throws {
        let writer = try DepthFileWriter(path: path, width: 8, height: 8)
        for time: Int64 in [0, 33_366, 66_733] {
            try writer.append(sample(1, 8, 8, microseconds: time))
        }
        try writer.finish()
        #expect(try await probe("packet=pts_time") == ["0.000000", "0.033000", "0.067000"])
    }

    @Test func aFileWhoseWriterDiedIsReadUpToTheLastSecond() async throws {
        let writer = try DepthFileWriter(path: path, width: 64, height: 48)
        for number in 0..<20 {
            try writer.append(sample(number, 64, 48, microseconds: Int64(number) * 100_000))
        }
        // What the file would be without its end.
        let copy = try folder.write(
            Array(try Data(contentsOf: URL(filePath: path))), to: "broken.mkv")
        let read = try await read(copy)
        #expect(read.count >= 10 * 64 * 48 && read.count.isMultiple(of: 64 * 48))
        let expected = (0..<20).flatMap { values($0, 64, 48) }
        #expect(read == Array(expected.prefix(read.count)))
        try writer.finish()
    }

    @Test func anImageThatIsNotLaterIsRefusedAndTheFileGoesOn() async throws {
        let writer = try DepthFileWriter(path: path, width: 8, height: 8)
        let image = sample(1, 8, 8, microseconds: 1000)
        try writer.append(image)
        #expect { try writer.append(image) } throws: {
            ($0 as? FacecapError)?.code == .invalidArgument
        }
        try writer.append(sample(2, 8, 8, microseconds: 2000))
        try writer.finish()
        #expect(try await read(path).count == 2 * 64)
        #expect { try writer.append(image) } throws: {
            ($0 as? FacecapError)?.code == .invalidState
        }
    }

    @Test func imagesOfAnotherSizeOrKindAreRefused() throws {
        let writer = try DepthFileWriter(path: path, width: 8, height: 8)
        let grey = PixelBufferPool(format: .gray8, width: 8, height: 8).makePixelBuffer { _ in }
        let strange = [
            sample(1, 9, 8, microseconds: 0),
            VideoSampleBuffer(
                pixelBuffer: grey, presentationTime: MediaTime(value: 1, timescale: 1),
                captureNanoseconds: 0),
        ]
        for sample in strange {
            #expect { try writer.append(sample) } throws: {
                ($0 as? FacecapError)?.code == .formatUnsupported
            }
        }
    }

    @Test func aFileThatExistsIsReplacedOnlyWhereThatIsAllowed() throws {
        try folder.write([1, 2, 3], to: "out.depth.mkv")
        #expect { _ = try DepthFileWriter(path: path, width: 8, height: 8) } throws: { error in
            (error as? FacecapError)?.systemError == EEXIST
        }
        #expect(try Data(contentsOf: URL(filePath: path)).count == 3)
        try DepthFileWriter(path: path, width: 8, height: 8, overwriting: true).finish()
        #expect(
            try Data(contentsOf: URL(filePath: path)).prefix(4) == Data([0x1A, 0x45, 0xDF, 0xA3]))
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        #expect {
            _ = try DepthFileWriter(path: folder.path + "/no/out.mkv", width: 8, height: 8)
        } throws: { error in
            guard let error = error as? FacecapError else { return false }
            return error.systemError == ENOENT && error.message.contains("/no/out.mkv")
        }
        for (width, height) in [(0, 8), (2, 2), (8, 3)] {
            #expect {
                _ = try DepthFileWriter(path: path, width: width, height: height)
            } throws: {
                ($0 as? FacecapError)?.code == .invalidArgument
            }
        }
        #expect(folder.contents.isEmpty)
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func aFullDiskIsSaidAndLeavesNoFile() throws {
        let disk = try SmallFileSystem(kilobytes: 8)
        #expect {
            let writer = try DepthFileWriter(path: disk.path("out.mkv"), width: 64, height: 48)
            for number in 0..<100 {
                try writer.append(sample(number, 64, 48, microseconds: Int64(number) * 100_000))
            }
        } throws: {
            ($0 as? FacecapError)?.code == .storageFull
        }
        #expect(disk.contents == [])
    }

    @Test func aFileThatIsReplacedStaysUntilASecondOfImagesIsSafe() throws {
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        let writer = try DepthFileWriter(path: path, width: 64, height: 48, overwriting: true)
        for number in 0..<11 {
            #expect(try Data(contentsOf: URL(filePath: path)).count == 3)
            try writer.append(sample(number, 64, 48, microseconds: Int64(number) * 100_000))
        }
        #expect(try Data(contentsOf: URL(filePath: path)).count > 1000)
    }
}
