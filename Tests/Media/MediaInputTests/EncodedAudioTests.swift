// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct EncodedAudioTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    static let options = MediaFileSource.Options(
        wantsAudio: false, deliversEncodedSamples: [.audio])
    static let video = "-f lavfi -i testsrc=s=64x48:d=1 -f lavfi -i sine=d=1:r=48000 -c:v libx264 "

    @Test(arguments: [
        ("aac.mp4", "-c:a aac", 1024), ("aac.mov", "-c:a aac", 1024), ("aac.mkv", "-c:a aac", 0),
        ("opus.mkv", "-c:a libopus", 312), ("opus.mp4", "-c:a libopus", 312),
        ("fragmented.mp4", "-c:a aac -movflags frag_keyframe+empty_moov", 0),
    ])
    func theBytesAndTimesAreThoseOfThePackets(name: String, codec: String, priming: Int) throws {
        let path = try folder.make(name, Self.video + codec)
        let source = try MediaFileSource(path, options: Self.options)
        let format = try #require(source.encodedFormats.audio)
        #expect(format.codec.rawValue == String(name.hasPrefix("opus") ? "opus" : "aac"))
        #expect(format.sampleRate == 48000 && format.channelCount == 1)
        #expect(format.primingFrameCount == priming)
        #expect(source.encodedFormats.video == nil)
        let recording = try Recording(source)
        let packets = try FFmpegProgram.packets(of: path, "a")
        let samples = recording.encodedAudio
        #expect(samples.map(\.hash) == packets.map { $0.dataHash.lowercased() })
        #expect(samples.map(\.presentationTime.value) == packets.map { $0.pts })
        #expect(samples.map(\.decodeTime) == samples.map(\.presentationTime))
        #expect(samples.map { $0.duration?.value } == packets.map { $0.duration })
        #expect(recording.audio.isEmpty && recording.encodedImages.isEmpty)
        #expect(recording.images.count == 25)
    }

    @Test(arguments: ["-ac 1", "-ac 2 -ar 44100", "-ac 6"])
    func headersOfTransportStreamsBecomeAConfiguration(channels: String) throws {
        let movie = try folder.make("a.mp4", Self.video + "-c:a aac " + channels)
        let path = try folder.make("a.ts", "-i \(movie) -c copy")
        let truth = try MediaFileSource(movie, options: Self.options)
        let source = try MediaFileSource(path, options: Self.options)
        let format = try #require(source.encodedFormats.audio)
        let expected = try #require(truth.encodedFormats.audio)
        #expect(format.configuration == Array(expected.configuration.prefix(2)))
        #expect(format.sampleRate == expected.sampleRate)
        #expect(format.channelCount == expected.channelCount)
        #expect(format.primingFrameCount == 0)
        let recording = try Recording(source)
        let audio = recording.encodedAudio
        #expect(recording.warnings.isEmpty)
        #expect(audio.map(\.bytes) == (try Recording(truth).encodedAudio).map(\.bytes))
        #expect(
            audio.map(\.presentationTime.value)
                == (try FFmpegProgram.packets(of: path, "a")).map { $0.pts })
    }

    @Test func audioThatDoesNotFitTheConfigurationIsLeftOutAndToldOf() throws {
        let parts = try [("a.ts", 1), ("b.ts", 2)].map {
            try folder.make($0.0, Self.video + "-c:a aac -ac \($0.1)")
        }
        let path = try folder.make("ab.ts", "-i concat:\(parts[0])|\(parts[1]) -c copy")
        let recording = try Recording(MediaFileSource(path, options: Self.options))
        let count = try FFmpegProgram.packets(of: parts[0], "a").count
        #expect(recording.encodedAudio.count == count)
        #expect(recording.warnings.map(\.code) == [.mediaDamaged])
    }

    @Test func theConfigurationOfOpusIsThatOfItsMovies() throws {
        let path = try folder.make("a.mp4", Self.video + "-c:a libopus -ac 2")
        let box = try Data(contentsOf: URL(filePath: path)).firstRange(of: Data("dOps".utf8))
        let start = try #require(box).upperBound
        let configuration = try MediaFileSource(path, options: Self.options)
            .encodedFormats.audio?.configuration
        #expect(
            configuration == Array(try Data(contentsOf: URL(filePath: path))[start..<start + 11]))
    }

    @Test func audioBeforeTimeZeroIsHeardWhereNoEditListHidesIt() throws {
        let whole = try folder.make("a.mkv", Self.video + "-c:a aac")
        let path = try folder.make(
            "b.mkv", "-i \(whole) -c copy -output_ts_offset -0.5 -avoid_negative_ts disabled")
        let truth = try MediaFileSource(whole, options: Self.options)
        let source = try MediaFileSource(path, options: Self.options)
        #expect(
            source.encodedFormats.audio?.primingFrameCount
                == truth.encodedFormats.audio?.primingFrameCount)
        let audio = try Recording(source).encodedAudio
        #expect((audio.first?.presentationTime ?? .zero) < MediaTime(value: -4, timescale: 10))
        #expect(audio.map(\.bytes) == (try Recording(truth).encodedAudio).map(\.bytes))
    }

    @Test func whatATrimmedVideoCutsOffPrimesTheDecoder() throws {
        let whole = try folder.make(
            "a.mp4",
            "-f lavfi -i testsrc=d=4 -f lavfi -i sine=d=4 -c:v libx264 -g 20 -c:a aac")
        let path = try folder.make("b.mp4", "-ss 1.3 -t 1.5 -i \(whole) -c copy")
        let source = try MediaFileSource(path, options: Self.options)
        let format = try #require(source.encodedFormats.audio)
        let audio = try Recording(source).encodedAudio
        let start = try #require(audio.first?.presentationTime)
        #expect(start < .zero && start.timescale == 44100)
        #expect(format.primingFrameCount == Int(-start.value))
    }

    @Test(arguments: [
        // The last two packets of AAC, and 80 ms of Opus.
        ("-c:a aac", "-g 20", "1.3", -3071), ("-c:a libopus", "-g 20", "1.3", -3840),
        // Audio behind hundreds of frames that are cut off too.
        ("-c:a aac", "-r 200 -g 1000", "3.5", -3071),
    ])
    func audioThatAnEditListCutsOffIsLeftOutButForWhatTheDecoderNeeds(
        codec: String, video: String, start: String, firstTick: Int
    ) throws {
        let whole = try folder.make(
            "a.mp4",
            "-f lavfi -i testsrc=s=64x48:d=4 -f lavfi -i sine=d=4:r=48000 -c:v libx264 \(video) "
                + codec)
        let path = try folder.make("b.mp4", "-ss \(start) -i \(whole) -c copy")
        let packets = try FFmpegProgram.packets(of: path, "a")
        let expected = packets.filter { packet in
            !packet.flags.contains("D") || (packet.pts ?? 0) >= Int64(firstTick)
        }
        // Most of what is hidden stays behind.
        #expect(packets.count - expected.count > 10)
        let hidden = expected.filter { $0.flags.contains("D") }
        #expect(1...4 ~= hidden.count)
        let source = try MediaFileSource(path, options: Self.options)
        let audio = try Recording(source).encodedAudio
        #expect(audio.map(\.hash) == expected.map { $0.dataHash.lowercased() })
        #expect(audio.map(\.presentationTime.value) == expected.map { $0.pts })
        #expect(
            source.encodedFormats.audio?.primingFrameCount
                == audio.first.map { Int(-$0.presentationTime.value) })
    }

    @Test func audioComesEncodedAndDecodedAtTheSameTimes() throws {
        for name in ["a.mp4", "a.mkv", "a.ts"] {
            let path = try folder.make(name, Self.video + "-c:a aac")
            var options = Self.options
            options.wantsAudio = true
            let recording = try Recording(MediaFileSource(path, options: options))
            let plain = try Recording(MediaFileSource(path, options: .init(wantsAudio: true)))
            #expect(recording.audio.map(\.samples) == plain.audio.map(\.samples))
            #expect(
                recording.audio.map(\.presentationTime) == plain.audio.map(\.presentationTime))
            let heard = recording.encodedAudio.map(\.presentationTime).first { $0 >= .zero }
            #expect(heard == recording.audio.first?.presentationTime)
        }
    }
}
