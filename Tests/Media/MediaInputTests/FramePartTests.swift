// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import MediaInput

/// Parts of files, read from the middle.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct FramePartTests {
    private let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    private static let source = "-f lavfi -i testsrc=s=160x120:r=30000/1001:d=3 "

    static let videos: [(name: String, arguments: String)] = [
        ("b-frames.mp4", source + "-c:v libx264 -bf 3 -g 30"),
        ("open-groups.mp4", source + "-c:v libx264 -bf 3 -g 12 -x264-params open-gop=1"),
        ("hevc.mov", source + "-c:v libx265 -x265-params log-level=none:keyint=24"),
        ("b-frames.mkv", source + "-c:v libx264 -bf 3 -g 30"),
        ("variable.mkv", source + "-vf select='mod(n,3)' -vsync vfr -c:v libx264 -bf 2 -g 20"),
        ("fragmented.mp4", source + "-c:v libx264 -g 25 -movflags frag_keyframe"),
        ("one-key-frame.mp4", source + "-c:v libx264 -g 1000"),
        ("delayed.mkv", source + "-output_ts_offset 12.5 -c:v libx264 -g 20"),
        ("vp9.webm", source + "-c:v libvpx-vp9 -deadline realtime -g 30"),
    ]

    @Test(arguments: videos)
    func eachPartHasTheFramesOfTheWhole(video: (name: String, arguments: String)) throws {
        try expectParts(of: folder.make(video.name, video.arguments))
    }

    @Test func whatAnEditCutsOffIsInNoPart() throws {
        let whole = try folder.make("a.mp4", Self.source + "-c:v libx264 -g 20 -bf 3")
        try expectParts(of: folder.make("b.mp4", "-ss 1.3 -t 1.5 -i \(whole) -c copy"))
    }

    @Test(arguments: [
        ("transport.ts", source + "-c:v mpeg2video"), ("motion.avi", source + "-c:v mjpeg"),
        ("image.png", "-f lavfi -i testsrc=s=64x48 -frames:v 1"),
    ])
    func filesWithoutAnIndexAreNotListed(name: String, arguments: String) throws {
        let path = try folder.make(name, arguments)
        #expect(try FrameIndex.read(OpenedLocation(.file(path: path))) == nil)
    }

    /// They are farther apart than 64 bits say.
    @Test func timesAtBothEndsOfAScaleAreNotListed() {
        let far: Int64 = 1 << 62
        #expect(FrameIndex([-far, 0, far - 1], timescale: 1)?.frameCount == 3)
        #expect(FrameIndex([-far, 0, far], timescale: 1) == nil)
    }

    @Test func timesOfAPartMayHaveAnotherScale() throws {
        let path = try folder.make("a.mp4", Self.source + "-c:v libx264 -g 30")
        var options = MediaFileSource.Options()
        // Taken for ticks of the stream, these were behind its end.
        options.part = .init(
            start: MediaTime(value: 45_000_000, timescale: 30_000_000),
            end: MediaTime(value: 11, timescale: 5))
        let part = try Recording(MediaFileSource(path, options: options))
        let whole = try Recording(MediaFileSource(path)).images.filter {
            (1.5..<2.2).contains($0.presentationTime.seconds)
        }
        #expect(part.images.map(\.presentationTime) == whole.map(\.presentationTime))
        #expect(part.images.map(\.pixelBuffer.packed) == whole.map(\.pixelBuffer.packed))
        #expect(whole.count == 21)
    }

    @Test func aPartBeforeTheFirstFrameIsRefused() throws {
        let path = try folder.make("a.mkv", Self.source + "-output_ts_offset 5 -c:v libx264")
        var options = MediaFileSource.Options()
        options.part = .init(start: MediaTime(value: 1, timescale: 1), end: nil)
        let error = openingError(path, options: options)
        #expect(error?.code == .mediaUnreadable)
        #expect(error?.message.contains("from the middle") == true)
    }

    @Test func damageIsReportedWithThePartWhoseFramesItIsIn() throws {
        let path = try folder.make("a.mp4", Self.source + "-c:v libx264 -bf 0 -g 20")
        try spoilFrames(45..<47, of: path)
        let whole = try Recording(MediaFileSource(path)).warnings
        #expect(whole.count == 1 && whole[0].message.contains("is damaged"))
        let read = try FrameIndex.read(OpenedLocation(.file(path: path)))
        let times = try #require(read).times(of: Array(0..<90))
        func warnings(_ first: Int, _ end: Int?, from start: Int? = nil) throws -> [FacecapError] {
            var options = MediaFileSource.Options()
            options.part = .init(start: times[first], end: end.map { times[$0] })
            if let start { options.part?.reportStart = times[start] }
            return try Recording(MediaFileSource(path, options: options)).warnings
        }
        #expect(try warnings(0, 40).isEmpty)
        #expect(try warnings(40, 60) == whole)
        #expect(try warnings(30, nil) == whole)
        #expect(try warnings(60, nil).isEmpty)
        #expect(try warnings(40, nil, from: 60).isEmpty)
    }

    @Test func framesBeforeAPartAreProgress() throws {
        let path = try folder.make("a.mp4", Self.source + "-c:v libx264 -g 1000")
        let whole = try heartbeats(of: path) { _ = try MediaFileSource($0, options: .init()) }
        var options = MediaFileSource.Options()
        options.part = .init(start: MediaTime(value: 2, timescale: 1), end: nil)
        let part = try heartbeats(of: path) { _ = try MediaFileSource($0, options: options) }
        #expect(part - whole >= 60)
    }

    @Test func packetsThatAreReadAgainAreProgress() throws {
        let path = try folder.make("a.mp4", Self.source + "-c:v libx264 -bf 0 -g 45")
        let whole = try heartbeats(of: path) { _ = try MediaFileSource($0, options: .init()) }
        let rest = try heartbeats(of: path) { opened in
            var opened = opened
            opened.resumption = Resumption(after: .zero, passedSyncFrames: 0)
            _ = try MediaFileSource(opened, options: .init())
        }
        #expect(rest - whole >= 45)
    }

    @Test(arguments: ["a.mp4", "a.mkv", "a.ts"])
    func behindTheLastFrameNothingIsLost(name: String) throws {
        let path = try folder.make(name, Self.source + "-c:v libx264 -bf 3 -g 30")
        let last = try #require(try Recording(MediaFileSource(path)).images.last)
        let rest = try Recording(resumed(path, after: last.presentationTime))
        #expect(rest.images.isEmpty && rest.drops.isEmpty && rest.warnings.isEmpty)
    }

    @Test func aRestThatTimesDoNotTellIsAnError() throws {
        let stream = try folder.make("a.h264", Self.source + "-c:v libx264 -g 10")
        // Joined, they have the times of the first one, and then those of the second one from the beginning.
        let first = try folder.make("a.ts", Self.source + "-c:v mpeg2video")
        let second = try folder.make("b.ts", "-f lavfi -i testsrc=s=160x120:d=5 -c:v mpeg2video")
        let joined = try folder.write(
            "joined.ts",
            Data(contentsOf: URL(filePath: first)) + Data(contentsOf: URL(filePath: second)))
        let end = try #require(try Recording(MediaFileSource(first)).images.last?.presentationTime)
        let inSecond = MediaTime(value: end.value + 90_000, timescale: end.timescale)
        for (path, time) in [(stream, end), (joined, end), (joined, inSecond)] {
            let error = #expect(throws: FacecapError.self) { try resumed(path, after: time) }
            #expect(error?.code == .mediaUnreadable)
            #expect(error?.message.contains("cannot be read on") == true)
        }
    }

    @Test func aRestThatCannotBeDecodedIsDamage() throws {
        // Decoding can begin at each frame.
        let path = try folder.make("a.mov", Self.source + "-c:v mjpeg")
        try spoilFrames(40..<90, of: path, keeping: 0)
        let rest = try Recording(
            resumed(path, after: MediaTime(value: 39 * 1001, timescale: 30_000)))
        #expect(rest.images.isEmpty && rest.drops.count == 50)
        #expect(rest.warnings.map(\.code) == [.mediaDamaged])
    }

    /// A file of which reading goes on behind a frame.
    private func resumed(_ path: String, after time: MediaTime) throws -> MediaFileSource {
        var opened = try OpenedLocation(.file(path: path))
        opened.resumption = Resumption(after: time, passedSyncFrames: 0)
        return try MediaFileSource(opened, options: .init())
    }

    /// Leaves of some frames nothing but zeros behind their first bytes.
    private func spoilFrames(_ frames: Range<Int>, of path: String, keeping kept: Int = 8) throws {
        let places = try #require(
            FFmpegProgram.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "v", "-show_entries", "packet=size,pos"]
                    + ["-of", "csv=p=0", path]))
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for line in String(decoding: places, as: UTF8.self).split(separator: "\n")[frames] {
            let numbers = line.split(separator: ",").compactMap { Int($0) }
            let place = numbers[1] + kept..<numbers[1] + numbers[0]
            bytes.replaceSubrange(place, with: [UInt8](repeating: 0, count: place.count))
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Compares parts of a video, wherever they begin, with all of it.
    private func expectParts(of path: String) throws {
        let whole = try Recording(MediaFileSource(path)).images
        let read = try FrameIndex.read(OpenedLocation(.file(path: path)))
        let index = try #require(read)
        let times = index.times(of: Array(0..<index.frameCount))
        #expect(times == whole.map(\.presentationTime))
        for first in stride(from: 0, to: whole.count, by: 7) {
            let end = min(first + 5, whole.count)
            var options = MediaFileSource.Options()
            options.part = .init(
                start: times[first], end: end < whole.count ? times[end] : nil)
            let part = try Recording(MediaFileSource(path, options: options))
            #expect(part.warnings.isEmpty && part.drops.isEmpty)
            #expect(
                part.images.map(\.presentationTime)
                    == whole[first..<end].map(\.presentationTime), "from frame \(first)")
            #expect(
                part.images.map(\.pixelBuffer.packed)
                    == whole[first..<end].map(\.pixelBuffer.packed), "from frame \(first)")
        }
    }
}
