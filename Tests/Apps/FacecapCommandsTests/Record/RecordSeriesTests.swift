// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Recordings of several files, and what limits them.
@Suite(.serialized, .enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct RecordSeriesTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    private func size(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.size] as? Int ?? 0
    }

    /// Frames that the `ffmpeg` program shows of a movie, and its complaints.
    private func decodedCount(_ path: String) async throws -> Int {
        let run = try await CommandRunner.run(
            [
                "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                "stream=nb_read_frames", "-of", "csv=p=0", path,
            ], of: try #require(InstalledProgram.ffprobe))
        #expect(run.messages == "")
        return try #require(Int(run.output.filter(\.isNumber)))
    }

    @Test(arguments: [[], ["--passthrough"]])
    func filesOfASecondLoseAndDoubleNothingAndTheirAudioHasNoGap(words: [String]) async throws {
        let source = try await TestVideo.make(
            in: recording.folder, seconds: 5, hasAudio: true)
        let words = words + TestRecording.corner + ["--audio", "source"]
        let whole = try TestRecording()
        #expect(try await whole.run(source, words).exitCode == 0)
        let one = try await whole.probe()
        let run = try await recording.run(source, words + ["--split", "1s"])
        #expect(run.exitCode == 0)
        #expect(recording.movies.count == 5)
        var audioCount = 0
        for (index, path) in recording.movies.enumerated() {
            let movie = try await recording.probe(path)
            let (video, audio) = (try #require(movie.video), try #require(movie.audio))
            #expect(movie.complaints == "")
            #expect(video.packets.first?.isKey == true)
            #expect(try await decodedCount(path) == 30)
            // Two packets of AAC hold 2048 of 48,000 samples.
            #expect(abs(audio.end - video.end) < 0.0437)
            let numbers = try RecordedFaces(path: path).frames.map(\.number)
            #expect(numbers == Array(index * 30..<index * 30 + 30))
            audioCount += audio.packets.count
        }
        // In each further file a packet is there again, to prime the decoder.
        #expect(audioCount == (one.audio?.packets.count ?? 0) + 4)
    }

    @Test(arguments: [[], ["--split", "1s"]], ["0", "0.9"])
    func withoutFramesNoFaceIsLostWhereverTheAudioBegins(
        words: [String], delay: String
    ) async throws {
        let source = try await TestVideo.make(in: recording.folder, seconds: 3, hasAudio: true)
        let late = recording.folder.path + "/late.mkv"
        let made = try await CommandRunner.run(
            ["-v", "error", "-i", source, "-itsoffset", delay, "-i", source]
                + ["-map", "0:v", "-map", "1:a", "-c", "copy", late],
            of: try #require(InstalledProgram.ffmpeg))
        try #require(made.exitCode == 0, "\(made.messages)")
        let run = try await recording.run(
            late, ["--metadata-only", "--audio", "source"] + words + TestRecording.corner)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains(" 90 frames, in "), "\(run.messages)")
        let faces = try recording.movies.flatMap { try RecordedFaces(path: $0).frames }
        #expect(faces.compactMap(\.number) == Array(0..<90))
    }

    @Test func noFileIsLargerThanWasAllowed() async throws {
        let video = try await TestVideo.make(in: recording.folder, seconds: 10, size: "320x240")
        let run = try await recording.run(
            video,
            ["--split", "200kB", "--quality", "10", "--key-frame-interval", "300ms"]
                + TestRecording.corner)
        #expect(run.exitCode == 0)
        #expect(recording.movies.count > 2)
        var count = 0
        for path in recording.movies {
            #expect(try size(path) <= 200_000)
            count += try await decodedCount(path)
        }
        #expect(count == 300)
    }

    @Test func theWholeIsNotLargerThanWasAllowed() async throws {
        let run = try await recording.run(
            "synthetic:faces=1,size=320x240,fps=30,pace=fast",
            ["--max-size", "100kB"] + TestRecording.corner, json: true)
        #expect(run.exitCode == 0)
        #expect(try run.reason == "limit")
        #expect(run.messages.contains("stopped: the files are as large as allowed\n"))
        #expect(try size(recording.path) <= 100_000)
        #expect(try await decodedCount(recording.path) > 10)
    }

    @Test func onADiskWithTooLittleRoomNothingBegins() async throws {
        let run = try await recording.run(
            TestRecording.live, ["--min-free", "900TB"] + TestRecording.corner, json: true)
        #expect(run.exitCode == 79 && run.output == "")
        #expect(run.messages.contains("900000000000000 are to stay free"), "\(run.messages)")
        #expect(recording.folder.contents == [])
    }

    @Test func aSizeThatHoldsNoMovieIsRefused() async throws {
        let run = try await recording.run(
            TestRecording.live, ["--max-size", "10kB"] + TestRecording.corner, json: true)
        #expect(run.exitCode == 64 && run.output == "")
        #expect(run.messages.contains("10000 bytes are too few for a movie"), "\(run.messages)")
        #expect(recording.folder.contents == [])
    }

    @Test func aSplitPassesByNamesThatAreTaken() async throws {
        let taken = try recording.folder.write([1, 2, 3], to: "movie-002.mp4")
        let run = try await recording.run(
            "synthetic:faces=0,size=96x64,fps=10,pace=fast,frames=35",
            ["--split", "1s", "--key-frame-interval", "1s"] + TestRecording.corner)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(
            recording.folder.contents
                == [1, 2, 3, 4, 5].map { "movie-00\($0).mp4" })
        #expect(try size(taken) == 3)
        #expect(run.messages.contains("movie-003.mp4: "), "\(run.messages)")
        // They are parts of one recording all the same.
        let parts = [1, 3, 4, 5].map { "\(recording.folder.path)/movie-00\($0).mp4" }
        let joined = recording.folder.path + "/joined.mp4"
        let join = try await CommandRunner.run(["join"] + parts + ["-o", joined])
        #expect(join.exitCode == 0, "\(join.messages)")
        #expect(try await decodedCount(joined) == 35)
    }

    @Test func eachVisitIsAFileWithTheTimeBeforeAndAfter() async throws {
        let run = try await recording.run(
            "synthetic:faces=1,size=160x120,fps=5,motion=enter-leave,pace=fast,frames=115",
            [
                "--on-face", "--pre-roll", "1s", "--post-roll", "500ms", "--key-frame-interval",
                "500ms",
            ], json: true)
        #expect(run.exitCode == 0)
        let visits = try Self.visits(run)
        #expect(visits.count >= 2)
        #expect(recording.movies.count == visits.count)
        var end = 0.0
        for (visit, path) in zip(visits, recording.movies) {
            let movie = try await recording.probe(path)
            let frames = try RecordedFaces(path: path).frames
            let first = try #require(frames.first?.number)
            let last = try #require(frames.last?.number)
            let (start, stop) = (Double(first) / 5, Double(last) / 5)
            #expect(movie.complaints == "")
            #expect(movie.video?.packets.first?.isKey == true)
            #expect(movie.video?.packets.count == frames.count)
            #expect(frames.compactMap(\.number) == Array(first...last))
            // The frame at which decoding can begin lies at most one interval before.
            let earliest = max(visit.start - 1 - 0.6, end)
            let latest = max(visit.start - 1, earliest)
            #expect((earliest - 0.001...latest + 0.21).contains(start))
            // The first frame that is so late.
            let expected: Double = min(((visit.end + 0.5) * 5 - 0.01).rounded(.up) / 5, 22.8)
            // Reordered frames go on for three frames at most.
            #expect((expected - 0.001...expected + 0.61).contains(stop))
            end = stop
        }
    }

    /// When faces were found, by the JSON, where less than the post-roll lay between two of them.
    private static func visits(_ run: CommandResult) throws -> [(start: Double, end: Double)] {
        var visits: [(start: Double, end: Double)] = []
        for record in try run.records("faces") {
            guard let time = record["pts"] as? Double, record["analysed"] as? Bool == true,
                let faces = record["faces"] as? [Any], !faces.isEmpty
            else { continue }
            if let last = visits.last, time - last.end < 0.5 {
                visits[visits.count - 1].end = time
            } else {
                visits.append((time, time))
            }
        }
        return visits
    }

    @Test func anEncoderThatIsTooSlowTakesFromDetectionFirstAndLosesNothingUntold() async throws {
        let video = try await TestVideo.make(in: recording.folder, seconds: 2, size: "1280x720")
        let run = try await recording.run(
            video, ["--realtime", "--preset", "placebo"], json: true)
        #expect(run.exitCode == 0)
        let ledger = try #require(try run.records("end").last?["frames"] as? [String: Any])
        let captured = try #require(ledger["captured"] as? Int)
        let analysed = try #require(ledger["analysed"] as? Int)
        let skipped = try #require(ledger["skipped"] as? [String: Int])
        let dropped = try #require(ledger["dropped"] as? [String: Int])
        #expect(skipped["recording_busy", default: 0] > 0)
        #expect(dropped["recording_busy", default: 0] > 0)
        let sum = analysed + (Array(skipped.values) + Array(dropped.values)).reduce(0, +)
        #expect(captured == sum)
        let outcomes = try run.records("faces")
            .filter { $0["reason"] as? String == "recording_busy" }
            .map { $0["outcome"] as? String }
        #expect(outcomes.first == "skipped")
        let movie = try await recording.probe()
        #expect(movie.video?.packets.count == captured - dropped.values.reduce(0, +))
        try await recording.expectOneSampleForEachFrameAndGap()
    }
}
