// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MovieReading
import TestSupport
import Testing
import TimedMetadata

@testable import MovieEditing

/// Joined movies whose frames or audio begin late, or end early, as FFmpeg reads them.
@Suite(.enabled(if: Programs.areAvailable, "ffmpeg or exiftool is not installed"))
struct JoinedGapTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// Adds a face track with a sample at each frame.
    private func addFaces(to name: String, as output: String) throws {
        var editor = try MovieEditor(path: path(name))
        let track = try #require(editor.reader.tracks.first { $0.kind == .video })
        var (cursor, ticks) = (editor.reader.samples(of: track), [Int64]())
        while let sample = try cursor.next() {
            let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
            ticks.append(try #require(time).value)
        }
        var encoder = FaceSampleEncoder(format: FaceTrackFormat())
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: FaceTrackFormat().sampleEntry, timescale: track.timescale,
                samples: ticks.sorted().enumerated().map { number, ticks in
                    (ticks, encoder.encode(.test(number: number, hasFace: true)))
                }))
        try editor.write(to: path(output))
    }

    /// When faces are known of, in seconds.
    private func faceTimes(_ name: String) throws -> [Double] {
        let reader = try MovieReader(path: path(name))
        let track = try #require(reader.tracks.first { $0.hasFaces })
        var (cursor, times) = (reader.samples(of: track), [Double]())
        while let sample = try cursor.next() {
            guard try reader.readBytes(of: sample) != FaceSampleEncoder.gap else { continue }
            let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
            times.append(try #require(time).seconds)
        }
        return times
    }

    /// The gap is shorter than two ticks, or than two frames, or long; ticks can be as long as frames.
    @Test(arguments: [
        (timescale: 25, delay: 1), (25, 2), (25, 19), (50, 1), (12800, 1), (12800, 19), (90000, 2),
    ])
    func facesStayBesideTheFramesOfPartsThatBeginLate(timescale: Int, delay: Int) async throws {
        try await Programs.make(
            path("in.mp4"),
            "-f lavfi -i testsrc=r=25:d=1:s=64x64 -f lavfi -i sine=d=2 -vf setpts=PTS+\(delay)/25/TB"
                + " -c:v libx264 -bf 2 -c:a aac -video_track_timescale \(timescale)")
        try addFaces(to: "in.mp4", as: "one.mp4")
        let one = try await Programs.frames(of: path("one.mp4"))
        #expect(one.count == 25 && abs(one[0].time - Double(delay) / 25) < 1e-3)
        _ = try MovieJoiner(Array(repeating: path("one.mp4"), count: 3)).write(to: path("all.mp4"))
        let joined = try await Programs.frames(of: path("all.mp4"))
        #expect(joined.map(\.hash) == one.map(\.hash) + one.map(\.hash) + one.map(\.hash))
        let step = one[0].time + 1
        for (index, frame) in joined.enumerated() {
            let expected = one[index % 25].time + Double(index / 25) * step
            #expect(abs(frame.time - expected) < 2e-3, "frame \(index)")
        }
        let faces = try faceTimes("all.mp4")
        #expect(faces.count == joined.count)
        #expect(zip(faces, joined).allSatisfy { abs($0 - $1.time) < 2e-3 }, "\(faces)")
    }

    @Test func framesThatAPartHidesAtItsEndStayHidden() async throws {
        for timescale in [25, 12800] {
            try await Programs.make(
                path("in.mp4"),
                "-f lavfi -i testsrc=r=25:d=1:s=64x64 -c:v libx264 -bf 0 -video_track_timescale"
                    + " \(timescale)")
            try hideLastFrames(2, of: 25, in: "in.mp4", as: "cut.mp4")
            let cut = try await Programs.frames(of: path("cut.mp4"))
            #expect(cut.count == 23)
            let whole = try await Programs.frames(of: path("in.mp4"))
            let hashes = ["in.mp4": whole.map(\.hash), "cut.mp4": cut.map(\.hash)]
            for parts in [["cut.mp4"], ["cut.mp4", "cut.mp4"], ["in.mp4", "cut.mp4"]] {
                _ = try MovieJoiner(parts.map(path)).write(to: path("all.mp4"), overwriting: true)
                let joined = try await Programs.frames(of: path("all.mp4"))
                #expect(joined.map(\.hash) == parts.flatMap { hashes[$0] ?? [] }, "\(parts)")
            }
        }
    }

    /// Shortens the only edit of a movie of one second.
    private func hideLastFrames(
        _ count: UInt32, of all: UInt32, in name: String, as output: String
    ) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path(name))))
        let list = try #require(bytes.firstRange(of: Array("elst".utf8)))
        let place = list.upperBound + 8
        let duration = bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        let shorter = duration / all * (all - count)
        let change = (0..<4).map { UInt8(truncatingIfNeeded: shorter >> (24 - 8 * $0)) }
        bytes.replaceSubrange(place..<place + 4, with: change)
        try folder.write(bytes, to: output)
    }

    @Test func audioThatEndsBeforeItsFramesIsNotHeardAgainBehindThem() async throws {
        try await Programs.make(
            path("one.mp4"),
            "-f lavfi -i testsrc=r=25:d=1:s=64x64 -f lavfi -i sine=d=0.6:r=48000 -c:v libx264 -c:a"
                + " aac")
        _ = try MovieJoiner([path("one.mp4"), path("one.mp4")]).write(to: path("all.mp4"))
        let (one, joined) = (
            try await Programs.frames(of: path("one.mp4"), "a"),
            try await Programs.frames(of: path("all.mp4"), "a")
        )
        let (first, second) = (joined.filter { $0.time < 0.9 }, joined.filter { $0.time >= 0.9 })
        #expect(first.map(\.hash) == one.map(\.hash))
        #expect(abs(first.count - second.count) <= 1)
        #expect(second.allSatisfy { $0.time > 0.97 && $0.time < 1.62 })
    }

    /// Faces of three seconds, in a track with two billion ticks a second.
    @Test func aSampleThatLastsTooLongInFinerTicksIsCutShort() async throws {
        let video = try await Video(seconds: 3, size: "32x32", rate: 8, group: 2)
        let source = try folder.write(try #require(video.recordingHistory().last), to: "in.mp4")
        let tracks: [(name: String, timescale: Int32, count: Int)] = [
            ("fine.mp4", 2_000_000_000, 3), ("coarse.mp4", 1, 1),
        ]
        for (name, timescale, count) in tracks {
            var encoder = FaceSampleEncoder(format: Video.faces)
            var editor = try MovieEditor(path: source)
            try editor.addFaceTrack(
                FaceTrackAddition(
                    sampleEntry: Video.faces.sampleEntry, timescale: timescale,
                    samples: (0..<count).map { second in
                        (
                            Int64(second) * Int64(timescale),
                            encoder.encode(.test(number: second, hasFace: true))
                        )
                    }))
            try editor.write(to: path(name))
        }
        _ = try MovieJoiner([path("fine.mp4"), path("coarse.mp4")]).write(to: path("out.mp4"))
        let reader = try MovieReader(path: path("out.mp4"))
        let track = try #require(reader.tracks.first { $0.hasFaces })
        var (cursor, durations) = (reader.samples(of: track), [Int64]())
        while let sample = try cursor.next() { durations.append(sample.duration) }
        #expect(durations.count == 4 && durations.last == Int64(UInt32.max))
        try await Programs.expectToBeValid(path("out.mp4"))
    }
}
