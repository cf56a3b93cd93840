// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct EncodedImageTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    static let both = MediaFileSource.Options(deliversEncodedSamples: [.video, .audio])
    static let h264 = "-f lavfi -i testsrc=s=160x120:r=30000/1001:d=1 -c:v libx264 -g 12 -bf 3 "
    static let hevc =
        "-f lavfi -i testsrc=s=160x120:r=25:d=1 -c:v libx265 -x265-params "
        + "log-level=0:info=0:bframes=3:keyint=12 "
    static let changing =
        "-f lavfi -i testsrc=s=160x120:r=50:d=1 -vf select='mod(n,3)' -vsync vfr -c:v libx264 -bf 2 "

    static let movies: [(name: String, arguments: String)] = [
        ("a.mp4", h264), ("a.mov", h264), ("a.mkv", h264), ("a.mp4", hevc), ("a.mkv", hevc),
        ("variable.mp4", changing), ("variable.mkv", changing),
        ("fragmented.mp4", h264 + "-movflags frag_keyframe+empty_moov"),
        ("all-key.mp4", "-f lavfi -i testsrc=s=64x64:d=0.4 -c:v libx264 -g 1"),
        ("delayed.mkv", h264 + "-output_ts_offset 12.5"),
    ]

    @Test(arguments: movies)
    func theBytesAndTimesOfMoviesAreThoseOfTheirPackets(movie: (name: String, arguments: String))
        throws
    {
        let path = try folder.make(movie.name, movie.arguments)
        let source = try MediaFileSource(path, options: Self.both)
        let format = try #require(source.encodedFormats.video)
        let recording = try Recording(source)
        let packets = try FFmpegProgram.packets(of: path, "v")
        let samples = recording.encodedImages
        #expect(samples.map(\.hash) == packets.map { $0.dataHash.lowercased() })
        #expect(samples.map(\.presentationTime.value) == packets.map { $0.pts })
        #expect(samples.map { $0.duration?.value } == packets.map { $0.duration })
        #expect(samples.map(\.isSync) == packets.map { $0.flags.hasPrefix("K") })
        for (sample, packet) in zip(samples, packets) {
            #expect(packet.dts == nil || sample.decodeTime.value == packet.dts)
        }
        #expect(samples.allSatisfy { $0.presentationTime.timescale == format.timescale })
        #expect(samples.allSatisfy { $0.decodeTime.timescale == format.timescale })
        expectAgreement(recording)
    }

    static let streams: [(name: String, arguments: String)] = [
        ("a.ts", h264), ("a.ts", hevc), ("a.h264", h264), ("a.hevc", hevc), ("a.avi", h264),
    ]

    @Test(arguments: streams)
    func startCodesBecomeLengthsAndParametersAConfiguration(
        stream: (name: String, arguments: String)
    ) throws {
        let movie = try folder.make("truth.mp4", stream.arguments)
        let path = try folder.make(stream.name, "-i \(movie) -c copy")
        let truth = try MediaFileSource(movie, options: Self.both)
        let source = try MediaFileSource(path, options: Self.both)
        #expect(
            source.encodedFormats.video?.configuration.isEmpty == false)
        #expect(source.encodedFormats.video?.codec == truth.encodedFormats.video?.codec)
        if stream.arguments == Self.h264 {
            #expect(
                source.encodedFormats.video?.configuration
                    == truth.encodedFormats.video?.configuration)
        }
        let recording = try Recording(source)
        let expected = try Recording(truth)
        #expect(recording.encodedImages.map(\.bytes) == expected.encodedImages.map(\.bytes))
        #expect(recording.encodedImages.map(\.isSync) == expected.encodedImages.map(\.isSync))
        expectAgreement(recording)
    }

    @Test(arguments: [1, 3])
    func decoderThreadsChangeNothing(threads: Int) throws {
        let path = try folder.make("a.h264", Self.h264)
        var options = Self.both
        options.decoderThreads = threads
        let recording = try Recording(MediaFileSource(path, options: options))
        #expect(recording.encodedImages.count == 30)
        expectAgreement(recording)
    }

    @Test func imagesAreTheSameWithAndWithoutSamples() throws {
        for name in ["a.mp4", "a.mkv", "a.ts", "a.avi", "a.h264"] {
            let path = try folder.make(name, Self.h264)
            let with = try Recording(MediaFileSource(path, options: Self.both))
            let without = try Recording(MediaFileSource(path))
            #expect(
                with.images.map(\.presentationTime) == without.images.map(\.presentationTime))
            #expect(without.encodedImages.isEmpty && without.encodedAudio.isEmpty)
        }
    }

    @Test func formatsHaveSizeTurnColoursAndTimescale() throws {
        let upright = try folder.make(
            "a.mp4",
            Self.h264 + "-video_track_timescale 90000 -color_primaries bt709 -color_trc bt709 "
                + "-colorspace bt709 -color_range pc")
        let path = try folder.make("b.mp4", "-i \(upright) -c copy -metadata:s:v rotate=90")
        let format = try MediaFileSource(path, options: Self.both).encodedFormats.video
        #expect(format?.codec == .h264 && format?.width == 160 && format?.height == 120)
        #expect(format?.orientation == .threeQuarterTurn || format?.orientation == .quarterTurn)
        #expect(format?.orientation == (try MediaFileSource(path).videoFormat?.orientation))
        #expect(format?.color == .init(primaries: 1, transfer: 1, matrix: 1, isFullRange: true))
        #expect(format?.timescale == 90000)
        let plain = try folder.make("c.mp4", Self.h264)
        #expect(try MediaFileSource(plain, options: Self.both).encodedFormats.video?.color == nil)
    }

    @Test func otherCodecsComeDecodedAlone() throws {
        let path = try folder.make(
            "a.mkv", "-f lavfi -i testsrc=d=0.4 -f lavfi -i sine=d=0.4 -c:v mpeg4 -c:a flac")
        let source = try MediaFileSource(path, options: Self.both)
        #expect(source.encodedFormats == EncodedSample.Formats())
        let recording = try Recording(source)
        #expect(recording.images.count == 10)
        #expect(recording.encodedImages.isEmpty && recording.encodedAudio.isEmpty)
    }

    @Test func whatAnEditCutsOffIsThereToBeDecodedButNotShown() throws {
        let whole = try folder.make(
            "a.mp4", "-f lavfi -i testsrc=s=160x120:d=4 -c:v libx264 -g 20 -bf 3")
        let path = try folder.make("b.mp4", "-ss 1.3 -t 1.5 -i \(whole) -c copy")
        let recording = try Recording(MediaFileSource(path, options: Self.both))
        let hidden = recording.encodedImages.prefix { $0.presentationTime < .zero }
        #expect(hidden.count == 13 && hidden.first?.isSync == true)
        expectAgreement(recording)
    }

    /// Behind the key frame, frames need some before it. Matroska then has no times for them.
    @Test(arguments: ["b.mkv", "b.ts"])
    func whatACutHasMadeUndecodableIsNotShown(name: String) throws {
        let whole = try folder.make(
            "a.mp4",
            "-f lavfi -i testsrc=s=160x120:r=25:d=4 -c:v libx265 -x265-params "
                + "log-level=0:info=0:bframes=4:keyint=20")
        let path = try folder.make(name, "-ss 1.9 -i \(whole) -c copy")
        let source = try MediaFileSource(path, options: Self.both)
        let recording = try Recording(source)
        let first = try #require(recording.encodedImages.first?.presentationTime)
        let early = recording.encodedImages.filter { $0.presentationTime < first }
        #expect(early.count > 0 && recording.encodedImages.first?.isSync == true)
        let shown = recording.encodedImages.map(\.presentationTime).filter { $0 >= first }
        #expect(shown.sorted() == recording.images.map(\.presentationTime))
        let decodeTimes = recording.encodedImages.map(\.decodeTime)
        #expect(zip(decodeTimes, decodeTimes.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func twoPiecesOfAVideoShowWhatIsDecoded() throws {
        let whole = try folder.make(
            "a.mp4",
            "-f lavfi -i testsrc=s=160x120:d=4 -c:v libx264 -g 20 -bf 3 -video_track_timescale 12800"
        )
        // The pieces begin and end between key frames.
        let movie = try folder.write(
            "b.mp4", try edited(whole, [(time: 1024 + 3072, 1000), (time: 1024 + 32256, 1200)]))
        let source = try MediaFileSource(movie, options: Self.both)
        let recording = try Recording(source)
        #expect(recording.presentationTimes == (try FFmpegProgram.presentationTimes(of: movie)))
        #expect(recording.images.count == 55)
        expectAgreement(recording)
        let packets = try FFmpegProgram.packets(of: movie, "v")
        let last = try #require(packets.lastIndex { !$0.flags.contains("D") })
        #expect(
            recording.encodedImages.map(\.hash)
                == packets.prefix(last + 1).map { $0.dataHash.lowercased() })
    }

    @Test func whatComesBeforeTheFirstKeyFrameIsLeftOut() throws {
        let whole = try folder.make("a.ts", Self.h264)
        let packets = try FFmpegProgram.packets(of: whole, "v")
        let start = try #require(packets[5].pos.flatMap { Int($0) })
        let data = try Data(contentsOf: URL(filePath: whole))
        // The tables of the programme come first.
        let path = try folder.write("b.ts", data.prefix(188 * 3) + data.dropFirst(start))
        let recording = try Recording(MediaFileSource(path, options: Self.both))
        #expect(recording.encodedImages.first?.isSync == true)
        #expect(recording.encodedImages.count == 18)
        expectAgreement(recording)
    }

    @Test func shortLengthsBecomeLengthsOfFourBytes() throws {
        let path = try folder.make("a.mp4", Self.h264)
        let truth = try MediaFileSource(path, options: Self.both)
        var data = try Data(contentsOf: URL(filePath: path))
        for packet in try FFmpegProgram.packets(of: path, "v") {
            let start = try #require(packet.pos.flatMap { Int($0) })
            let end = start + (Int(packet.size) ?? 0)
            data.replaceSubrange(start..<end, with: Self.shortened(data[start..<end]))
        }
        let record = try #require(data.firstRange(of: Data("avcC".utf8))).upperBound
        data[record + 4] = 0xFD
        let source = try MediaFileSource(
            try folder.write("b.mp4", data), options: Self.both)
        #expect(source.encodedFormats == truth.encodedFormats)
        let recording = try Recording(source)
        let expected = try Recording(truth)
        #expect(recording.images.count == expected.images.count)
        #expect(recording.encodedImages.count == expected.encodedImages.count)
        for (sample, whole) in zip(recording.encodedImages, expected.encodedImages) {
            #expect(sample.bytes.starts(with: whole.bytes))
        }
    }

    /// The samples that are shown are the frames, each before its own.
    private func expectAgreement(
        _ recording: Recording, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(!recording.images.isEmpty, sourceLocation: location)
        #expect(
            recording.shownTimes == recording.images.map(\.presentationTime.value),
            sourceLocation: location)
        #expect(recording.earlyImages == 0, sourceLocation: location)
        #expect(recording.isDecodeOrderKept, sourceLocation: location)
    }

    /// Lengths of two bytes; filler data (ISO/IEC 14496-10 7.4.1, type 12) keeps the sample's size.
    private static func shortened(_ sample: Data) -> Data {
        var result = Data()
        var rest = sample
        while rest.count > 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            result += [UInt8(length >> 8 & 255), UInt8(length & 255)]
            result += rest.dropFirst(4).prefix(length)
            rest = rest.dropFirst(4 + length)
        }
        let spare = sample.count - result.count - 2
        result += [0, UInt8(spare)]
        if spare > 0 { result += [12] + Data(repeating: 255, count: spare - 1) }
        return result
    }

    /// A movie of one track with another edit list: media times, and durations in thousandths.
    private func edited(_ path: String, _ edits: [(time: UInt32, duration: UInt32)]) throws -> Data
    {
        var data = try Data(contentsOf: URL(filePath: path))
        func big(_ value: UInt32) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }
        func place(_ name: String) throws -> Int {
            try #require(data.range(of: Data(name.utf8), options: .backwards)).lowerBound
        }
        let list = try place("elst")
        let entries = edits.map { big($0.duration) + big($0.time) + big(0x10000) }.reduce(Data(), +)
        let old = data[list - 4..<list].reduce(0) { $0 << 8 | Int($1) }
        data.replaceSubrange(
            list + 4..<list - 4 + old, with: big(0) + big(UInt32(edits.count)) + entries)
        let growth = 16 + entries.count - old
        for box in ["moov", "trak", "edts", "elst"] {
            let name = try place(box)
            let size = data[name - 4..<name].reduce(0) { $0 << 8 | Int($1) } + growth
            data.replaceSubrange(name - 4..<name, with: big(UInt32(size)))
        }
        return data
    }
}
