// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Recordings that are killed: 20 of them, or as many as `FACECAP_CRASH_COUNT` says, at moments that
/// come from `FACECAP_CRASH_SEED`.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct CrashTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let count = variables["FACECAP_CRASH_COUNT"].flatMap { Int($0) } ?? 20
    private static let seed =
        variables["FACECAP_CRASH_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
    /// Recordings that run side by side.
    private static let width = 4

    @Test(.enabled(if: !Sanitizer.isInUse, "below a sanitizer no encoder keeps up"))
    func whatWasRecordedUntilASecondBeforeTheKillIsThereAndPlays() async throws {
        print("crash seed \(Self.seed), \(Self.count) kills")
        let folder = try TemporaryFolder()
        let video = try await TestVideo.make(in: folder, seconds: 6, hasAudio: true)
        var numbers = SeededNumbers(seed: Self.seed)
        let moments = (0..<Self.count).map { number in
            let phases = KilledRecording.Phase.allCases
            return (phases[number % phases.count], Double.random(in: 0..<1, using: &numbers))
        }
        let recorded = await withTaskGroup(of: Double.self) { group in
            var recorded = 0.0
            for (number, (phase, moment)) in moments.enumerated() {
                if number >= Self.width { recorded += await group.next() ?? 0 }
                group.addTask {
                    let name: Comment =
                        "seed \(Self.seed), kill \(number), \(phase) at \(moment)"
                    do {
                        let killed = try await KilledRecording(phase, at: moment, video: video)
                        return try await Self.check(killed, name)
                    } catch {
                        Issue.record(error, name)
                        return 0
                    }
                }
            }
            for await seconds in group { recorded += seconds }
            return recorded
        }
        // Kills that all come before anything is recorded would prove nothing.
        #expect(recorded > 0.3 * Double(Self.count))
    }

    /// The seconds of frames that are left.
    private static func check(
        _ killed: KilledRecording, _ name: Comment
    ) async throws -> Double {
        var movies: [ProbedMovie] = []
        for path in killed.paths {
            let movie = try await ProbedMovie(path: path)
            movies.append(try #require(movie, "\(name): ffprobe cannot open \(path)"))
            #expect(movie?.complaints == "", name)
        }
        let recorded = movies.reduce(0) { $0 + ($1.video?.end ?? 0) }
        // A recording that only starts may have told of no frame yet.
        let told = killed.phase == .start ? killed.captured ?? 0 : killed.captured
        let captured = try #require(told, "\(name): it told of no frame")
        #expect(recorded >= captured - 1.001, "\(name): \(captured) s were captured")
        var found = 0.0
        for movie in movies {
            let (video, faces) = (movie.video?.end ?? 0, movie.faces?.end ?? 0)
            // The writer waits an eighth of a second for a detection that is under way.
            #expect(faces <= video + 0.034 + 0.125, name)
            found += min(faces, video)
        }
        // A file of several may be shorter than the second that may be lost: what counts is what all lack together.
        // Nobody was looked for yet in the newest frames of a machine that is busy.
        #expect(
            found >= min(recorded, captured) - 1.001,
            "\(name): faces of \(found) s, \(captured) s were captured")
        for (path, torn) in zip(killed.paths, movies) {
            try await checkRecovery(of: path, torn, name)
        }
        return recorded
    }

    /// A recovered recording has all that it had, and its faces end with its frames.
    private static func checkRecovery(
        of path: String, _ torn: ProbedMovie, _ name: Comment
    ) async throws {
        let run = try await CommandRunner.run(["recover", path])
        // Where nothing was recorded yet there is nothing to recover.
        let isEmpty = torn.tracks.allSatisfy(\.packets.isEmpty)
        #expect(run.exitCode == (isEmpty ? 65 : 0), "\(name): \(run.messages)")
        let movie = try #require(
            try await ProbedMovie(path: path), "\(name): ffprobe cannot open \(path) any more")
        #expect(movie.complaints == "", name)
        #expect(movie.video?.packets.count == torn.video?.packets.count, name)
        if isEmpty { return }
        let video = try #require(movie.video, "\(name): no frames are left")
        // A track in which nothing was written yet is not recovered.
        guard torn.faces?.packets.isEmpty == false else { return }
        let faces = try #require(movie.faces, "\(name): no faces are left")
        let frame = 0.034
        #expect(abs(faces.end - video.end) <= frame, "\(name): \(faces.end), \(video.end)")
    }
}
