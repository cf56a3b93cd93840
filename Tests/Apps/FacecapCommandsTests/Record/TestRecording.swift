// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

/// `facecap record` as a process, its movie in a folder of its own.
struct TestRecording {
    static let live = "synthetic:faces=1,size=160x120,fps=30,motion=still"

    /// A corner in which nobody is, so that detection costs next to nothing.
    static let corner = ["--region", "0,0,0.1,0.1"]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path + "/movie.mp4" }

    /// Records to the end of the source.
    func run(
        _ source: String, _ words: [String] = [], json: Bool = false
    ) async throws -> CommandResult {
        try await CommandRunner.run(self.words(source, words) + (json ? ["--json"] : []))
    }

    /// Records until it is told to stop, with faces as JSON, and waits for the first of them.
    func start(_ source: String = live, _ words: [String] = []) async throws -> RunningCommand {
        let command = try await CommandRunner.start(
            self.words(source, words) + ["--json"], input: nil)
        try #require(await command.waitForLines(3), "\(command.messages)")
        return command
    }

    /// Waits until the movie has more than so many bytes; whether it has.
    func grows(beyond byteCount: off_t) async -> Bool {
        guard let watch = try? FolderWatch(folder.path) else { return false }
        return await watch.wait {
            var status = stat()
            return stat(path, &status) == 0 && status.st_size > byteCount
        }
    }

    func words(_ source: String, _ words: [String]) -> [String] {
        ["record", path, "--source", source] + CheapDetection.ofOneFace + words
    }

    /// The names of the movies, in order.
    var movies: [String] {
        folder.contents.filter { $0.hasSuffix(".mp4") }.map { "\(folder.path)/\($0)" }
    }

    /// Expects that each frame of the movie has one sample of the face track, and that each other sample is a
    /// gap that the movie tells of.
    func expectOneSampleForEachFrameAndGap() async throws {
        let movie = try await probe()
        let video = try #require(movie.video).times
        let faces = try RecordedFaces(path: path)
        #expect(faces.frames.count == video.count)
        #expect(zip(faces.frames, video).allSatisfy { abs($0.time - $1) < 1e-4 })
        #expect(movie.faces?.times.count == video.count + faces.gaps.count)
        let inspection = try await CommandRunner.run(["inspect", "--json", path])
        let track = try #require(
            (JSONLines.parse(inspection.output).first?["faces"] as? [[String: Any]])?.first)
        #expect(track["gap_count"] as? Int == faces.gaps.count)
        let told = (track["gaps"] as? [[String: Any]] ?? []).compactMap { $0["start"] as? Double }
        #expect(zip(told, faces.gaps).allSatisfy { abs($0 - $1) < 1e-4 })
        // Between two frames, or after the last one, is one gap at most.
        let ends = faces.frames.dropFirst().map(\.time) + [.infinity]
        let followed = zip(faces.frames, ends).filter { frame, end in
            faces.gaps.contains { frame.time < $0 && $0 < end }
        }
        #expect(
            followed.count == faces.gaps.count,
            "\(faces.gaps), frames at \(faces.frames.map(\.time))")
    }

    func probe(_ path: String? = nil) async throws -> ProbedMovie {
        try #require(try await ProbedMovie(path: path ?? self.path))
    }
}

extension CommandResult {
    /// The records of a kind on standard output.
    func records(_ type: String) throws -> [[String: Any]] {
        try JSONLines.parse(output).filter { $0["type"] as? String == type }
    }

    /// The records of the frames that were not dropped, as they are on a machine that is busy.
    var recordableFrames: [[String: Any]] {
        get throws { try records("faces").filter { $0["outcome"] as? String != "dropped" } }
    }

    /// Why it ended, in the words of its last record.
    var reason: String? {
        get throws { try JSONLines.parse(output).last?["reason"] as? String }
    }
}
