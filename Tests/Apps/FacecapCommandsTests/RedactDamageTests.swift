// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

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
