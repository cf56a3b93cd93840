// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import Glibc
import MediaCodecs
import TestSupport
import Testing

/// Encoders by the names of their codecs.
@Suite struct VideoCodecTests {
    typealias Codec = EncodedSample.VideoFormat.Codec

    private func encode(
        _ settings: VideoEncoderSettings, count: Int, keys: Set<Int> = []
    ) throws -> (samples: [EncodedSample], format: EncodedSample.VideoFormat) {
        let encoder = try VideoEncoder(
            settings: settings, width: 160, height: 120, frameRate: 30, timescale: 600)
        var samples: [EncodedSample] = []
        for index in 0..<count {
            let image = TestImage(width: 160, height: 120, index: index)
            samples += try encoder.encode(
                image.sample(), at: MediaTime(value: Int64(index), timescale: 30),
                forcesKeyFrame: keys.contains(index))
        }
        return (samples + (try encoder.finish()), encoder.format)
    }

    /// As root SVT-AV1 makes threads real-time, which would starve all others. Those of encoders that other tests
    /// are opening meanwhile are so for moments.
    @Test func noThreadStaysRealTimeWhileAnEncoderIsOpen() async throws {
        func realTimeThreads() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter {
                [SCHED_FIFO, SCHED_RR].contains(sched_getscheduler(pid_t($0) ?? 0))
            }
        }
        for codec in Codec.allCases {
            let encoder = try VideoEncoder(
                settings: VideoEncoderSettings(videoCodec: codec), width: 160, height: 120,
                frameRate: 30, timescale: 600)
            var threads = Set(try realTimeThreads())
            _ = try await TimeLimit.wait(within: 60) {
                threads.formIntersection(try realTimeThreads())
                return threads.isEmpty
            }
            #expect(threads == [], "\(codec)")
            withExtendedLifetime(encoder) {}
        }
    }

    @Test(arguments: Codec.allCases, [false, true])
    func aCodecIsEncodedByTheEncoderThereIs(codec: Codec, isRealTime: Bool) throws {
        var settings = VideoEncoderSettings(videoCodec: codec)
        settings.isRealTime = isRealTime
        #expect(settings.videoCodec == codec)
        let (samples, format) = try encode(settings, count: 100, keys: [1, 30, 31, 47])
        #expect(format.codec == codec && samples.count == 100)
        #expect(samples.map(\.presentationTime.value).sorted() == (0..<100).map { Int64($0 * 20) })
        let keys = samples.filter(\.isSync).map { Int($0.presentationTime.value / 20) }
        #expect(Set([0, 1, 30, 31, 47]).isSubset(of: keys), "\(keys)")
        guard codec == .av1 else { return }
        #expect(format.configuration.first == 0x81)
        // In the order in which they are shown, without temporal delimiters.
        #expect(
            samples.allSatisfy { $0.decodeTime == $0.presentationTime && $0.bytes.first != 0x12 })
    }

    static let encoders = ["libx264", "libx265", "libsvtav1", "libaom-av1", "librav1e"].filter {
        EncoderCatalogue.videoEncoders.contains($0)
    }

    /// What an encoder holds is lost with a program that is killed.
    @Test(arguments: encoders) func inRealTimeFewFramesAreHeldBack(name: String) throws {
        let settings = VideoEncoderSettings(codec: name, isRealTime: true)
        let encoder = try VideoEncoder(
            settings: settings, width: 160, height: 120, frameRate: 30, timescale: 600)
        var samples: [EncodedSample] = []
        for index in 0..<60 {
            let image = TestImage(width: 160, height: 120, index: index)
            samples += try encoder.encode(
                image.sample(), at: MediaTime(value: Int64(index), timescale: 30),
                forcesKeyFrame: index == 30)
            #expect(index + 1 - samples.count <= 5, "frame \(index)")
        }
        samples += try encoder.finish()
        #expect(samples.count == 60 && samples.dropFirst(30).first?.isSync == true)
    }

    /// Of the frames that it holds back it is not known yet whether they are key frames.
    @Test func keyFramesOfAnEncoderThatCountsFramesComeInTimeWhereFewerCome() throws {
        let settings = VideoEncoderSettings(
            codec: "libsvtav1", keyFrameInterval: MediaTime(value: 1, timescale: 1),
            isRealTime: true)
        let encoder = try VideoEncoder(
            settings: settings, width: 160, height: 120, frameRate: 30, timescale: 600)
        var samples: [EncodedSample] = []
        for index in 0..<60 {
            samples += try encoder.encode(
                TestImage(width: 160, height: 120, index: index).sample(),
                at: MediaTime(value: Int64(index), timescale: 10))
        }
        samples += try encoder.finish()
        let keys = samples.filter(\.isSync).map(\.presentationTime.seconds)
        #expect(samples.count == 60 && keys.count >= 3)
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $1 - $0 <= 2 }, "\(keys)")
    }

    @Test(arguments: [false, true]) func ofABitRateAloneKeyFramesComeWhenAsked(isRealTime: Bool)
        throws
    {
        var settings = VideoEncoderSettings(videoCodec: .av1)
        settings.isRealTime = isRealTime
        (settings.quality, settings.bitRate) = (nil, 300_000)
        let (samples, _) = try encode(settings, count: 40, keys: [7, 8])
        let keys = samples.filter(\.isSync).map { Int($0.presentationTime.value / 20) }
        #expect(samples.count == 40 && Set([0, 7, 8]).isSubset(of: keys), "\(keys)")
    }

    @Test func anEncoderThatNobodyUsesGoesAway() throws {
        _ = try VideoEncoder(
            settings: .init(videoCodec: .av1), width: 160, height: 120, frameRate: 30,
            timescale: 600)
    }

    /// SVT-AV1 alone frees memory twice then, in one of three processes that open a hundred.
    @Test func encodersThatOpenAndCloseAtTheSameTimeAreOfUse() {
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            for _ in 0..<10 {
                #expect(throws: Never.self) {
                    _ = try encode(VideoEncoderSettings(videoCodec: .av1), count: 1)
                }
            }
        }
    }

    @Test func everyEncoderOfACodecIsOfUseOrSaysWhyNot() {
        let unusable = EncoderCatalogue.unusableVideoEncoders
        #expect(unusable.allSatisfy { !$0.problem.isEmpty })
        #expect(EncoderCatalogue.videoEncoders.contains("libsvtav1"))
        #expect(Set(unusable.map(\.name)).isDisjoint(with: EncoderCatalogue.videoEncoders))
        #expect(EncoderCatalogue.encoderName(for: "hevc") == "libx265")
        #expect(EncoderCatalogue.encoderName(for: "libx264") == "libx264")
    }
}
