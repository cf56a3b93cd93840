// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs
import Testing

@Suite struct VideoEncoderErrorTests {
    private func openingError(
        _ settings: VideoEncoderSettings = .init(), width: Int = 64, height: Int = 48,
        frameRate: Double? = 30, timescale: Int32 = 600
    ) -> FacecapError? {
        do throws(FacecapError) {
            _ = try VideoEncoder(
                settings: settings, width: width, height: height, frameRate: frameRate,
                timescale: timescale)
            return nil
        } catch {
            return error
        }
    }

    @Test func anUnknownEncoderIsAnsweredWithThoseThereAre() throws {
        for name in ["h265", "mjpeg", "aac", "", "libx264\0"] {
            let error = openingError(.init(codec: name))
            #expect(error?.code == .invalidArgument, "\(name)")
            #expect(error?.message.contains("this FFmpeg has: libx264") == true)
        }
    }

    @Test(
        arguments: ["h264_nvenc", "h264_v4l2m2m", "h264_vaapi", "hevc_qsv"].filter {
            !EncoderCatalogue.videoEncoders.contains($0)
        })
    func anEncoderWithoutItsDeviceIsAnsweredWithThoseThatOpen(name: String) {
        let error = openingError(.init(codec: name), width: 640, height: 360)
        #expect(error?.message.contains(name) == true)
        #expect(error?.message.contains("this FFmpeg has: libx264") == true)
    }

    @Test(arguments: [(0, 0), (1, 48), (64, 1), (-2, 48), (16385, 64), (64, .max), (.min, .min)])
    func sizesThatMakeNoSenseAreRefused(size: (width: Int, height: Int)) {
        #expect(openingError(width: size.width, height: size.height)?.code == .invalidArgument)
    }

    @Test func ratesThatMakeNoSenseAreRefused() {
        for rate in [0, -25, .nan, .infinity, 1e300] {
            #expect(openingError(frameRate: rate)?.code == .invalidArgument, "\(rate)")
        }
        #expect(openingError(timescale: 0)?.code == .invalidArgument)
        #expect(openingError(timescale: -90000)?.code == .invalidArgument)
        #expect(openingError(frameRate: 1e-9, timescale: .max) == nil)
    }

    static let settings: [VideoEncoderSettings] = [
        .init(bitRate: 0), .init(bitRate: -1), .init(bitRate: .max), .init(quality: -1),
        .init(quality: .nan), .init(quality: 52), .init(keyFrameInterval: .zero),
        .init(keyFrameInterval: MediaTime(value: -1, timescale: 1)), .init(threads: 0),
        .init(threads: 1000), .init(bFrames: -1), .init(bFrames: 17), .init(matrix: 0),
    ]

    @Test(arguments: settings)
    func settingsThatMakeNoSenseAreRefused(settings: VideoEncoderSettings) {
        let error = openingError(settings)
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("choose") == true)
    }

    @Test func aNameThatTheEncoderDoesNotKnowIsAnsweredWithThoseThereAre() {
        for codec in ["libx264", "libx265"] {
            let preset = openingError(.init(codec: codec, preset: "warp"))
            #expect(preset?.code == .invalidArgument)
            #expect(preset?.message.contains("\(codec) does not know the preset warp") == true)
            let profile = openingError(.init(codec: codec, profile: "main 10"))
            #expect(profile?.message.contains("profile main 10; choose one of") == true)
        }
        #expect(openingError(.init(keyFrameInterval: MediaTime(value: .max, timescale: 1))) == nil)
    }

    @Test func imagesMustComeInTheOrderOfTheirTimes() throws {
        let encoder = try VideoEncoder(
            settings: .init(), width: 64, height: 48, frameRate: nil, timescale: 10)
        let image = TestImage(width: 64, height: 48).sample()
        var samples = try encoder.encode(image, at: MediaTime(value: 100, timescale: 100))
        for late in [MediaTime(value: 1, timescale: 1), .zero] {
            #expect(throws: FacecapError.self) { try encoder.encode(image, at: late) }
        }
        let far = MediaTime(value: .max, timescale: 1)
        #expect(throws: FacecapError.self) { try encoder.encode(image, at: far) }
        samples += try encoder.encode(image, at: MediaTime(value: 101, timescale: 100))
        samples += try encoder.finish()
        #expect(samples.map(\.presentationTime.value) == [10, 11])
    }

    @Test func afterTheEndNothingGoesInOrComesOut() throws {
        let encoder = try VideoEncoder(
            settings: .init(), width: 64, height: 48, frameRate: nil, timescale: 10)
        let image = TestImage(width: 64, height: 48).sample()
        _ = try encoder.encode(image, at: .zero)
        #expect(try encoder.finish().count == 1)
        #expect(try encoder.finish().isEmpty)
        #expect {
            try encoder.encode(image, at: MediaTime(value: 9, timescale: 1))
        } throws: { ($0 as? FacecapError)?.code == .invalidState }
    }

    @Test func anEncoderThatWasGivenNothingEndsWithNothing() throws {
        let encoder = try VideoEncoder(
            settings: .init(), width: 64, height: 48, frameRate: nil, timescale: 10)
        #expect(try encoder.finish().isEmpty)
    }

    @Test func rowsThatOverlapAreRefused() throws {
        final class Memory {
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: 8192, alignment: 64)
            deinit { bytes.deallocate() }
        }
        let memory = Memory()
        let image = PixelBuffer(
            format: .gray8, width: 64, height: 48,
            planes: [.init(baseAddress: memory.bytes, bytesPerRow: 63)], owner: memory)
        let encoder = try VideoEncoder(
            settings: .init(), width: 64, height: 48, frameRate: nil, timescale: 10)
        let sample = VideoSampleBuffer(
            pixelBuffer: image, presentationTime: .zero, captureNanoseconds: 0)
        #expect {
            try encoder.encode(sample, at: .zero)
        } throws: { ($0 as? FacecapError)?.code == .invalidArgument }
    }

    @Test func theCatalogueNamesWhatOpens() {
        let names = EncoderCatalogue.videoEncoders
        #expect(names.contains("libx264"))
        #expect(!names.contains("libx264rgb"))
        #expect(EncoderCatalogue.audioEncoders.contains("aac"))
        for name in names {
            #expect(openingError(.init(codec: name), width: 640, height: 360) == nil, "\(name)")
        }
    }
}
