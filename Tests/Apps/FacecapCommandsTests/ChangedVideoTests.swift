// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FaceArchives
@testable import FacecapCommands

/// Copies of videos that are changed: while they are read, or by tools that know nothing of their faces.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct ChangedVideoTests {
    private let folder: TemporaryFolder
    private var output: String { folder.path + "/out.mp4" }

    init() throws { folder = try TemporaryFolder() }

    @Test func aVideoThatIsReplacedWhileItIsReadLeavesNoCopy() async throws {
        let video = try await TestVideo.make(in: folder, seconds: 10, size: "320x240")
        let other = try TemporaryFolder()
        let copy = other.path + "/file.mkv"
        try FileManager.default.copyItem(atPath: video, toPath: copy)
        let watch = try FolderWatch(folder.path)
        let command = try await CommandRunner.start(
            ["redact", "--detector", "haar", "--preset", "placebo", "--input-size", "64"]
                + [video, output])
        // The copy is under way: the video was searched, and is open for the second time.
        #expect(await watch.waitForWrite { $0.hasPrefix("#") || $0.hasPrefix(".") })
        #expect(rename(copy, video) == 0)
        let run = await command.result()
        #expect(run.exitCode == 65)
        #expect(run.messages.contains("\(video) changed while it was read"), "\(run.messages)")
        #expect(folder.contents == ["file.mkv"])
    }

    @Test func aVideoThatIsReplacedAfterItsPartsWereMadeLeavesNoCopy() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        let plan = ArchivePlan(ArchiveSearch(DetectorDescription(name: "haar")))
        let segments = try ArchivePlanner(plan, length: nil, isolation: nil).segments(of: video)
        var part = try ArchivePartWriter(segments[0], of: plan, in: folder.path)
        try part.append(.video(VideoFormat(width: 160, height: 120, frameRate: 30)))
        let frame = ArchiveRecord.Frame(time: .zero, duration: nil, orientation: .upright)
        try part.append(.passed(frame, .skipped(.interval)))
        _ = try part.end()
        try part.publish()
        _ = try await FaceTrackMovie.write(to: folder, faces: 0)
        var settings = VideoMerge.Settings(RunSettings())
        settings.parts = folder.path
        settings.isolation = nil
        let item = AnalyzeItem(input: video, output: output)
        let merge = VideoMerge(segments, of: plan, item, settings)
        let error = #expect(throws: FacecapError.self) { _ = try merge.run { _ in } }
        #expect(error?.message.contains("\(video) is not the file that was planned") == true)
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func facesAreLookedForWhereAToolMadeTheVideoFaster() async throws {
        let video = folder.path + "/file.mp4"
        let recording = try await CommandRunner.run(
            ["record", video, "--source", "synthetic:faces=1,size=160x120,pace=fast,frames=30"]
                + CheapDetection.ofOneFace)
        #expect(recording.exitCode == 0, "\(recording.messages)")
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: video)))
        let movie = try #require(bytes.ranges(of: Array("moov".utf8)).last)
        let handler = try #require(
            bytes[movie.upperBound...].ranges(of: Array("vide".utf8)).first)
        let header = try #require(
            bytes[..<handler.lowerBound].ranges(of: Array("mdhd".utf8)).last)
        // Of version 0: version and flags, creation, modification, and the time scale.
        #expect(bytes[header.upperBound] == 0)
        let scale = header.upperBound + 12
        let ticks = bytes[scale..<scale + 4].reduce(0) { $0 << 8 | UInt32($1) } * 2
        for place in 0..<4 {
            bytes[scale + place] = UInt8(truncatingIfNeeded: ticks >> (24 - 8 * UInt32(place)))
        }
        try Data(bytes).write(to: URL(filePath: video))
        let run = try await CommandRunner.redact(video, to: output)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("is not in step with 15 of its frames"), "\(run.messages)")
        #expect(run.messages.contains("hid faces in 30 of 30 frames"), "\(run.messages)")
    }
}
