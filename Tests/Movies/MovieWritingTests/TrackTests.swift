// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MovieBoxes
import MovieWriting
import SystemSupport
import Testing

@Suite(.enabled(if: TestMedia.isAvailable, "ffmpeg or exiftool is not installed"))
struct TrackTests {
    let folder: MovieFolder

    init() throws { folder = try MovieFolder() }

    @Test(arguments: VideoOrientation.turns)
    func imagesAreTurned(orientation: VideoOrientation) async throws {
        let media = try await TestMedia.video(seconds: 0.2, orientation: orientation)
        // FFmpeg counts against the clock.
        let expected = [0: [], 90: ["-90"], 180: ["-180"], 270: ["90"]][orientation.degrees]
        for name in ["a.mp4", "a.mov"] {
            try folder.write([media], to: name)
            let path = folder.path(name)
            #expect(
                try await Probe.lines(
                    path, "-show_entries stream_side_data=rotation -of csv=p=0") == expected)
            #expect(
                try await Probe.exif(path, "-s3", "-n", "-Rotation")
                    == ["\(orientation.degrees)"])
            #expect(
                try await Probe.lines(path, "-show_entries stream=width,height -of csv=p=0")
                    .first?.hasPrefix("160,120") == true)
        }
    }

    @Test(arguments: ["a.mp4", "a.mov"])
    func hevcKeepsItsTimes(name: String) async throws {
        let media = try await TestMedia.video(
            codec: "libx265 -x265-params log-level=none:bframes=3")
        try folder.write([media], to: name)
        #expect(try await Probe.frameTicks(of: folder.path(name)) == media.presentationTicks)
        try await Probe.expectToDecode(folder.path(name))
        try await Probe.expectToBeValid(folder.path(name))
        #expect(
            try await Probe.lines(
                folder.path(name), "-show_entries stream=codec_tag_string -of csv=p=0")
                == ["hvc1"])
    }

    @Test(arguments: ["a.mp4", "a.mov"])
    func coloursAreKept(name: String) async throws {
        try folder.write([try await TestMedia.video(seconds: 0.2)], to: name)
        let colors = try await Probe.lines(
            folder.path(name),
            "-show_entries stream=color_range,color_space,color_transfer,color_primaries "
                + "-of csv=p=0")
        #expect(colors == ["tv,bt709,bt709,bt709"] || colors == ["unknown,bt709,bt709,bt709"])
    }

    @Test(arguments: EncodedSample.AudioFormat.Codec.allCases)
    func audioAloneIsAMovie(codec: EncodedSample.AudioFormat.Codec) async throws {
        let media = try await TestMedia.audio(codec: codec)
        let summary = try folder.write([media], to: "a.mp4")
        let path = folder.path("a.mp4")
        #expect(summary.tracks.first?.sampleCount == media.samples.count)
        #expect(
            try await Probe.packets(of: path).map(\.pts)
                == media.samples.map(\.presentationTime.value))
        try await Probe.expectToDecode(path)
        try await Probe.expectToBeValid(path)
        #expect(abs(summary.duration.seconds - 3) < 0.03)
    }

    @Test(arguments: [(0.5, 0.0), (0.0, 0.75), (-0.25, 0.25)])
    func aTrackThatBeginsLaterIsHeardOrSeenLater(delays: (video: Double, audio: Double))
        async throws
    {
        let video = try await TestMedia.video().moved(by: 1000 + delays.video)
        let audio = try await TestMedia.audio().moved(by: 1000 + delays.audio)
        let start = min(delays.video, delays.audio)
        for name in ["whole.mp4", "whole.mov", "torn.mp4", "torn.mov"] {
            if name.hasPrefix("torn") {
                try await folder.writeTorn([video, audio], to: name)
            } else {
                try folder.write([video, audio], to: name)
            }
            let path = folder.path(name)
            let images = try await Probe.frameTicks(of: path)
            #expect(images.first == Int64((delays.video - start) * 30_000), "\(name)")
            // At a torn end a reordered frame may be missing before the last one.
            let distances = zip(images, images.dropFirst()).map { $1 - $0 }.dropLast(2)
            #expect(distances == video.distances.prefix(distances.count), "\(name)")
            let heard = try await Probe.packets(of: path, stream: "a")
            #expect(heard.first?.pts == Int64((delays.audio - start) * 48_000) - 1024, "\(name)")
        }
    }

    @Test func aTrackThatGetsNoSamplesIsLeftOut() async throws {
        let video = try await TestMedia.video(seconds: 1)
        let audio = try await TestMedia.audio(seconds: 1)
        let writer = try MovieWriter(
            path: folder.path("a.mp4"),
            tracks: [
                audio.track, video.track, FaceTrack.media(describes: 0, []).track,
                FaceTrack.media(describes: 1, []).track,
            ])
        writer.markAsFinished(track: 0)
        for sample in video.samples { try writer.append(sample, toTrack: 1) }
        try writer.append(
            EncodedSample(bytes: FaceTrack.null, presentationTime: .zero), toTrack: 3)
        let summary = try writer.finish()
        #expect(summary.tracks.map(\.sampleCount) == [0, video.samples.count, 0, 1])
        #expect(
            try await Probe.lines(
                folder.path("a.mp4"), "-show_entries stream=codec_type -of csv=p=0")
                == ["video", "data"])
        try await Probe.expectToBeValid(folder.path("a.mp4"))
    }

    @Test(arguments: ["a.mp4", "a.mov"])
    func keysAndTheDateAreRead(name: String) async throws {
        try folder.write([try await TestMedia.video(seconds: 0.2)], to: name) {
            $0.metadata = [
                .init(key: "com.apple.quicktime.creationdate", value: "2024-05-06T07:08:09+0200"),
                .init(key: "com.apple.quicktime.software", value: "facecap Ü"),
            ]
            $0.creationTime = 1_714_972_089
        }
        let path = folder.path(name)
        let values = try await Probe.exif(
            path, "-s3", "-Keys:CreationDate", "-Keys:Software", "-QuickTime:CreateDate",
            "-TrackCreateDate", "-MediaModifyDate")
        #expect(
            values == [
                "2024:05:06 07:08:09+02:00", "facecap Ü", "2024:05:06 05:08:09",
                "2024:05:06 05:08:09", "2024:05:06 05:08:09",
            ])
        #expect(
            try await Probe.lines(
                path, "-show_entries format_tags=com.apple.quicktime.software -of csv=p=0")
                == ["facecap Ü"])
        try await Probe.expectToBeValid(path)
    }

    @Test func aMovieOfMoreThan4GiBHasLongOffsets() async throws {
        let media = try await TestMedia.video(seconds: 1)
        try folder.write([media], to: "a.mp4")
        let path = folder.path("a.mp4")
        let packets = try await Probe.packets(of: path)
        let head = try folder.bytes("a.mp4").prefix(48)
        // The same samples again, behind a hole of 5 GB.
        let hole: UInt64 = 5_000_000_000
        var table = SampleTable()
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        let data = try folder.bytes("a.mp4")
        try file.write(contentsOf: data.prefix(36) + Array("free".utf8))
        try file.seek(toOffset: 32)
        try file.write(contentsOf: [0, 0, 0, 16] + Array("free".utf8))
        for packet in packets {
            let offset = hole + UInt64(packet.position)
            try file.seek(toOffset: offset)
            try file.write(contentsOf: data[packet.position..<packet.position + packet.size])
            table.append(
                offset: offset, size: UInt32(packet.size), decodeDelta: 1001, compositionOffset: 0,
                isSync: packet.isKey)
        }
        #expect(head.count == 48)
        let end = try file.seekToEnd()
        try file.close()
        let header = MovieTrackHeader(
            id: 1, handler: "meta", name: "Any", timescale: 30_000,
            sampleEntries: FaceTrack.sampleEntry)
        try MovieFinalizer(
            fileType: .mp4, timescale: 30_000, tracks: [.init(header: header, samples: table)]
        ).finalize(AtomicFile(changing: path), dataEnd: Int64(end))
        #expect(
            try await Probe.packets(of: path).map { UInt64($0.position) }
                == packets.map { hole + UInt64($0.position) })
        try await Probe.expectToBeValid(path)
    }
}
