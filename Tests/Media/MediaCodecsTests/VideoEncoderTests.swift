// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct VideoEncoderTests {
    private let width = 96
    private let height = 64

    private func encode(
        _ settings: VideoEncoderSettings, count: Int = 30, format: PixelBuffer.Format = .i420,
        isFullRange: Bool = false, timescale: Int32 = 600,
        keyFrames: Set<Int> = [], times: [MediaTime]? = nil
    ) throws -> (samples: [EncodedSample], format: EncodedSample.VideoFormat) {
        let encoder = try VideoEncoder(
            settings: settings, width: width, height: height, frameRate: 30, timescale: timescale,
            color: .ofCameras(isFullRange: isFullRange), pixelFormat: format)
        var samples: [EncodedSample] = []
        for index in 0..<count {
            let image = TestImage(
                width: width, height: height, index: index, isFullRange: isFullRange)
            samples += try encoder.encode(
                image.sample(format),
                at: times?[index] ?? MediaTime(value: Int64(index), timescale: 30),
                forcesKeyFrame: keyFrames.contains(index))
        }
        samples += try encoder.finish()
        return (samples, encoder.format)
    }

    private func expectImages(
        _ samples: [EncodedSample], _ format: EncodedSample.VideoFormat, isGrey: Bool = false,
        isFullRange: Bool = false, atLeast bound: Double = 36
    ) async throws {
        let decoded = try await ByteStream(samples, format).decode(width: width, height: height)
        #expect(decoded.count == samples.count)
        for (index, image) in decoded.enumerated() {
            let expected = TestImage(width: width, height: height, index: index)
                .planar(isFullRange: isFullRange, isGrey: isGrey)
            var rest = image[...]
            for plane in expected {
                let ratio = peakSignalToNoise(rest.prefix(plane.count), plane)
                #expect(ratio > bound, "frame \(index), plane of \(plane.count)")
                rest = rest.dropFirst(plane.count)
            }
        }
    }

    @Test(arguments: PixelBuffer.Format.allCases.filter { $0 != .depth16 }, [false, true])
    func imagesOfEveryFormatAndRangeKeepTheirColours(
        format: PixelBuffer.Format, isFullRange: Bool
    ) async throws {
        let (samples, stream) = try encode(
            .init(quality: 12), count: 8, format: format, isFullRange: isFullRange)
        try await expectImages(
            samples, stream, isGrey: format == .gray8, isFullRange: isFullRange, atLeast: 38)
        let probed = try await FFmpegProgram.probe(
            try ByteStream(samples, stream).bytes, as: "h264")
        #expect(probed["color_range"] as? String == (isFullRange ? "pc" : "tv"))
        #expect(probed["color_space"] as? String == "smpte170m")
        #expect(probed["color_primaries"] as? String == "bt709")
        #expect(probed["color_transfer"] as? String == "bt709")
        #expect(
            stream.color
                == .init(primaries: 1, transfer: 1, matrix: 6, isFullRange: isFullRange))
    }

    @Test func distancesAreRefused() throws {
        #expect(throws: FacecapError.self) {
            try encode(.init(quality: 12), count: 1, format: .depth16, isFullRange: true)
        }
    }

    @Test(arguments: PixelBuffer.Format.allCases.filter { $0 != .depth16 }, [false, true])
    func imagesOfTheOtherRangeAreConverted(
        format: PixelBuffer.Format, isFullRange: Bool
    ) async throws {
        let encoder = try VideoEncoder(
            settings: .init(quality: 8), width: width, height: height, frameRate: 30,
            timescale: 600, color: .ofCameras(isFullRange: !isFullRange))
        let image = TestImage(width: width, height: height, isFullRange: isFullRange)
        let samples = try encoder.encode(image.sample(format), at: .zero) + encoder.finish()
        try await expectImages(
            samples, encoder.format, isGrey: format == .gray8, isFullRange: !isFullRange,
            atLeast: 38)
    }

    @Test(arguments: [0, 3], ["libx264", "libx265"])
    func framesComeOutInTheOrderOfDecodingWithTheirOwnTimes(
        bFrames: Int, codec: String
    ) async throws {
        try #require(EncoderCatalogue.videoEncoders.contains(codec))
        let (samples, format) = try encode(
            .init(codec: codec, quality: 16, bFrames: bFrames), count: 40)
        #expect(samples.count == 40)
        let times = stride(from: Int64(0), to: 800, by: 20)
        #expect(samples.map(\.presentationTime.value).sorted() == Array(times))
        #expect(samples.allSatisfy { $0.presentationTime.timescale == 600 })
        #expect(
            zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
        #expect(samples.allSatisfy { $0.decodeTime <= $0.presentationTime })
        let isReordered = samples.contains { $0.decodeTime != $0.presentationTime }
        #expect(isReordered == (bFrames > 0))
        let stream = try ByteStream(samples, format)
        let probed = try await FFmpegProgram.probe(stream.bytes, as: stream.name)
        #expect(probed["color_range"] as? String == "tv")
        #expect(probed["color_space"] as? String == "smpte170m")
        try await expectImages(samples, format)
    }

    @Test(arguments: ["libx264", "libx265"])
    func inRealTimeEachImageComesOutAtOnce(codec: String) async throws {
        try #require(EncoderCatalogue.videoEncoders.contains(codec))
        let encoder = try VideoEncoder(
            settings: .init(codec: codec, isRealTime: true, bFrames: 3), width: width,
            height: height, orientation: .quarterTurn, frameRate: 30, timescale: 90000)
        #expect(encoder.format.orientation == .quarterTurn)
        #expect(encoder.format.codec == (codec == "libx264" ? .h264 : .hevc))
        var samples: [EncodedSample] = []
        for index in 0..<10 {
            let image = TestImage(width: width, height: height, index: index)
            let time = MediaTime(value: Int64(index), timescale: 30)
            let new = try encoder.encode(image.sample(), at: time)
            #expect(new.map(\.presentationTime) == [time])
            #expect(new.map(\.decodeTime) == [time])
            samples += new
        }
        #expect(try encoder.finish().isEmpty)
        try await expectImages(samples, encoder.format, atLeast: 33)
    }

    @Test(arguments: ["libx264", "libx265"])
    func keyFramesComeByTheirTimeAndWhenTheyAreForced(codec: String) throws {
        try #require(EncoderCatalogue.videoEncoders.contains(codec))
        // 30 frames a second were announced, but 10 come.
        let times = (0..<40).map { MediaTime(value: Int64($0), timescale: 10) }
        let settings = VideoEncoderSettings(
            codec: codec, keyFrameInterval: MediaTime(value: 1, timescale: 1))
        let (samples, _) = try encode(settings, count: 40, keyFrames: [15], times: times)
        let keys = samples.filter(\.isSync).map { Int($0.presentationTime.value / 60) }
        #expect(keys == [0, 10, 15, 25, 35])
        for sample in samples {
            let units = try ByteStream.units(of: sample)
            let isEntry = units.contains {
                codec == "libx264" ? $0[0] & 31 == 5 : 19...20 ~= $0[0] >> 1 & 63
            }
            #expect(isEntry == sample.isSync)
        }
    }

    @Test func timesOfAVariableFrameRateStayExact() throws {
        var ticks: Int64 = 12345
        let times = (0..<30).map { index in
            ticks += Int64([1, 3003, 1501, 40000, 7][index % 5])
            return MediaTime(value: ticks, timescale: 90000)
        }
        let (samples, _) = try encode(.init(), timescale: 90000, times: times)
        #expect(samples.map(\.presentationTime.value).sorted() == times.map(\.value))
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    }

    @Test func durationsAreThoseOfTheImages() throws {
        let encoder = try VideoEncoder(
            settings: .init(), width: width, height: height, frameRate: nil, timescale: 1000)
        var samples: [EncodedSample] = []
        for index in 0..<12 {
            let duration =
                index == 5 ? nil : MediaTime(value: Int64(index + 1), timescale: 100)
            samples += try encoder.encode(
                TestImage(width: width, height: height, index: index).sample(
                    duration: duration), at: MediaTime(value: Int64(index), timescale: 4))
        }
        samples += try encoder.finish()
        let byTime = samples.sorted { $0.presentationTime < $1.presentationTime }
        let expected: [Int64?] = [10, 20, 30, 40, 50, nil, 70, 80, 90, 100, 110, 120]
        #expect(byTime.map { $0.duration?.value } == expected)
    }

    @Test func anOddColumnAndRowAreLeftOutAndOtherSizesScaled() async throws {
        let encoder = try VideoEncoder(
            settings: .init(quality: 8), width: 97, height: 65, frameRate: 30, timescale: 600)
        #expect(encoder.format.width == 96 && encoder.format.height == 64)
        var samples: [EncodedSample] = []
        let sizes = [(97, 65), (96, 64), (192, 128), (81, 54), (1, 1)]
        for (index, size) in sizes.enumerated() {
            let image = TestImage(width: size.0, height: size.1)
            samples += try encoder.encode(
                image.sample(PixelBuffer.Format.allCases[index]),
                at: MediaTime(value: Int64(index), timescale: 30))
        }
        samples += try encoder.finish()
        let images = try await ByteStream(samples, encoder.format)
            .decode(width: width, height: height)
        #expect(images.count == sizes.count)
        let whole = TestImage(width: width, height: height).planar(isFullRange: false)[0]
        for image in images.prefix(4) {
            #expect(peakSignalToNoise(image.prefix(whole.count), whole) > 32)
        }
    }

    @Test func anImageIsLetGoWhenTheEncoderIsDoneWithIt() throws {
        let encoder = try VideoEncoder(
            settings: .init(isRealTime: true), width: width, height: height, frameRate: 30,
            timescale: 600)
        weak var image: PixelBuffer?
        do {
            let sample = TestImage(width: width, height: height).sample()
            image = sample.pixelBuffer
            _ = try encoder.encode(sample, at: .zero)
        }
        #expect(image == nil)
    }

    @Test func theProfileAndTheBitRateAreTheOnesAskedFor() async throws {
        let (samples, format) = try encode(
            .init(bitRate: 200_000, profile: "baseline", preset: "ultrafast", threads: 2),
            count: 90)
        let probed = try await FFmpegProgram.probe(
            try ByteStream(samples, format).bytes, as: "h264")
        #expect(probed["profile"] as? String == "Constrained Baseline")
        #expect(format.configuration[1] == 66)
        let bits = samples.reduce(0) { $0 + $1.bytes.count * 8 } / 3
        #expect(100_000...260_000 ~= bits)
    }

    @Test func samplesHoldNoParameterSetsThatTheRecordHas() throws {
        for sample in try encode(.init(), count: 20, keyFrames: [7]).samples {
            let types = try ByteStream.units(of: sample).map { $0[0] & 31 }
            #expect(Set(types).isSubset(of: [1, 5, 6]))
        }
    }
}
