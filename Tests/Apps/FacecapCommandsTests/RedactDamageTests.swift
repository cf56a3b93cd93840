// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import MovieBoxes
import TestSupport
import Testing

@testable import FacecapCommands

/// What `facecap redact` says and hides where a video is damaged.
@Suite struct RedactDamageTests {
    private let folder: TemporaryFolder
    private var output: String { folder.path + "/out.mp4" }

    init() throws { folder = try TemporaryFolder() }

    @Test func aVideoThatIsCutShortLeavesNothing() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        let bytes = try Data(contentsOf: URL(filePath: video))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: video))
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(run.messages.contains("cut short"), "\(run.messages)")
        #expect(folder.contents == ["file.mp4"])
    }

    /// All frames lie before the audio, of which the last bytes are missing.
    @Test(.enabled(if: ProbedMovie.isAvailable))
    func audioThatIsMissingCostsNoFrames() async throws {
        let source = try await FaceVideo.constantRate.write(to: folder)
        let video = folder.path + "/cut.mp4"
        let words = ["record", video, "--source", source, "--audio", "source"]
        try await FaceVideo.succeed(
            words + ["--fragment-interval", "60s", "--fast-start", "--quiet"]
                + CheapDetection.ofNobody)
        let whole = try #require(try await ProbedMovie(path: video))
        let bytes = try Data(contentsOf: URL(filePath: video))
        try bytes.dropLast(4000).write(to: URL(filePath: video))
        for words in [["redact"], ["render", "--draw", "boxes"]] {
            let run = try await CommandRunner.run(
                [words[0], video, output, "--force"] + words.dropFirst()
                    + (words[0] == "redact" ? CheapDetection.ofOneFace : []))
            #expect(run.exitCode == 0, "\(run.messages)")
            #expect(run.messages.contains("its end is missing"), "\(run.messages)")
            let copy = try await ProbedMovie(path: output)
            #expect(copy?.video?.times == whole.video?.times, "\(words)")
        }
        let analysis = try await CommandRunner.run(
            ["analyze", video, "--output", output, "--force"] + CheapDetection.ofNobody)
        #expect(analysis.exitCode == 0 && analysis.messages.contains("its end is missing"))
    }

    /// Frames behind one that is damaged show other places than their track of faces tells.
    @Test func facesAreLookedForWhereFramesCannotBeDecoded() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        try FaceTrackMovie.spoil(5..<15, of: video)
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            run.messages.contains(
                "the video is damaged, and its own track of faces may tell of other frames than it "
                    + "shows; looking for faces too\n"),
            "\(run.messages)")
        let damage = run.messages.matches(of: /file\.mp4 is damaged: .*frames? cannot be decoded/)
        #expect(damage.count == 1, "\(run.messages)")
        let match = try #require(
            run.messages.firstMatch(
                of: /hid faces in ([0-9]+) of ([0-9]+) frames, the whole frame in ([0-9]+)/))
        let counts = [match.1, match.2, match.3].compactMap { Int($0) }
        #expect(counts[0] + counts[2] == counts[1] && counts[1] < 30)
        #expect(folder.contents == ["file.mp4", "out.mp4"])
    }

    @Test func facesAreHiddenThoughTheTimesOfTheirTrackGoBack() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        try Self.reverseFaces(of: video)
        let track = try #require(
            TrackPlan(
                path: video, isolation: nil, settings: RedactionSettings(method: .blur),
                collector: FaceTrackCollector(), interruption: Interruption()))
        #expect(track.shortcoming == "is damaged (its times go back)")
        #expect(
            (0..<30).allSatisfy { track.plan.tells(of: MediaTime(value: $0, timescale: 30)) })
    }

    /// Gives the faces of a recording, whose last box is `moov`, the times of its frames in descending order.
    private static func reverseFaces(of video: String) throws {
        try FaceTrackMovie.change(video) { bytes, track in
            var (samples, durations) = (track.movie.samples(of: track.track), [Int32]())
            while let sample = try samples.next() { durations.append(Int32(sample.duration)) }
            let count = Int32(durations.count)
            var table = BoxWriter()
            table.box("ctts", version: 1) { table in
                table.append(count)
                for (number, duration) in zip(Int32(0)..., durations) {
                    table.append(Int32(1))
                    table.append((count - 1 - 2 * number) * duration)
                }
            }
            let entry = try #require(bytes.ranges(of: Array("mebx".utf8)).last)
            let moov = try #require(track.movie.topLevelBoxes.last { $0.type == "moov" })
            var writer = BoxWriter()
            copy(
                bytes[Int(moov.offset)...], adding: table.bytes, besides: entry.lowerBound,
                to: &writer)
            bytes.replaceSubrange(Int(moov.offset)..., with: writer.bytes)
        }
    }

    /// Copies boxes, and adds a table to the ones that hold a place.
    private static func copy(
        _ content: ArraySlice<UInt8>, adding table: [UInt8], besides place: Int,
        to writer: inout BoxWriter
    ) {
        var reader = BoxReader(content)
        while let box = reader.readBox() {
            guard box.type != "stsd", box.content.indices.contains(place) else {
                writer.append(contentsOf: box.sized)
                continue
            }
            writer.box(box.type) { writer in
                copy(box.content, adding: table, besides: place, to: &writer)
                if box.type == "stbl" { writer.append(contentsOf: table) }
            }
        }
    }

    @Test func damageIsSaidOnceWhereFacesAreLookedForFirst() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        try FaceTrackMovie.spoil(5..<15, of: video)
        let run = try await CommandRunner.redact(video, to: output, ["--detect"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(!run.messages.contains("looking for faces too"), "\(run.messages)")
        #expect(run.messages.matches(of: /is damaged/).count == 1, "\(run.messages)")
    }

    /// The frames are whole, so that the look for faces, which takes no audio, finds nothing wrong.
    @Test(.enabled(if: ProbedMovie.isAvailable))
    func whatOnlyTheCopyMissesIsSaid() async throws {
        let path = folder.path + "/torn.mp4"
        _ = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=160x120:r=25:d=3"]
                    + ["-f", "lavfi", "-i", "sine=r=48000:d=3", "-c:v", "libx264", "-c:a", "aac"]
                    + ["-movflags", "frag_keyframe+empty_moov", path]))
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(bytes.count * 2 / 3).write(to: URL(filePath: path))
        let run = try await CommandRunner.redact(path, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.matches(of: /torn\.mp4 is damaged/).count == 1, "\(run.messages)")
    }
}
