// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

/// Recordings of the source's own frames, of which an edit list may hide some.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct RecordPassthroughTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    private func path(_ name: String) -> String { recording.folder.path + "/" + name }

    private func ffmpeg(_ words: [String]) async throws -> CommandResult {
        let run = try await CommandRunner.run(
            ["-v", "error"] + words, of: try #require(InstalledProgram.ffmpeg))
        try #require(run.exitCode == 0 && run.messages == "", "\(run.messages)")
        return run
    }

    /// Cuts a video between key frames: an edit list hides what the first frame that is shown needs.
    private func makeCut() async throws -> String {
        let whole = try await TestVideo.make(in: recording.folder, seconds: 4, hasAudio: true)
        _ = try await ffmpeg(["-i", whole, "-c", "copy", path("whole.mov")])
        _ = try await ffmpeg(["-ss", "0.7", "-i", path("whole.mov"), "-c", "copy", path("cut.mov")])
        return path("cut.mov")
    }

    /// Digests of the frames that players show.
    private func shown(_ path: String) async throws -> [Substring] {
        let run = try await ffmpeg(
            ["-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-"])
        return run.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: ",").last }
    }

    @Test(arguments: [[], ["--realtime"], ["--split", "1s"]])
    func whatAnEditListHidesIsInNoMovie(words: [String]) async throws {
        let cut = try await makeCut()
        let expected = try await shown(cut)
        #expect(expected.count == 99)
        let run = try await recording.run(
            cut, ["--passthrough", "--audio", "source"] + words + TestRecording.corner)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains("99 frames, in "), "\(run.messages)")
        var digests: [Substring] = []
        for movie in recording.movies { digests += try await shown(movie) }
        #expect(digests == expected)
        let faces = try recording.movies.flatMap { try RecordedFaces(path: $0).frames }
        #expect(faces.compactMap(\.number) == Array(0..<99))
        #expect(faces.first?.time == 0)
    }

    /// Frames behind a key frame, shown before it, need those before it too.
    @Test func framesThatOnlyBothFilesDecodeAreToldAndAreInTheJoinedMovie() async throws {
        _ = try await ffmpeg([
            "-f", "lavfi", "-i", "testsrc=r=25:s=160x120:d=5", "-c:v", "libx264", "-bf", "3",
            "-x264-params", "open-gop=1:keyint=30:scenecut=0", "-pix_fmt", "yuv420p",
            path("open.mkv"),
        ])
        let run = try await recording.run(
            path("open.mkv"), ["--passthrough", "--split", "1s"] + TestRecording.corner)
        #expect(run.exitCode == 0, "\(run.messages)")
        let told = run.messages.split(separator: "\n").filter { $0.contains("both files") }
        #expect(told.count == 1 && told[0].contains("before the split at "), "\(run.messages)")
        #expect(recording.movies.count == 5)
        let join = try await CommandRunner.run(
            ["join"] + recording.movies + ["-o", path("joined.mp4")])
        #expect(join.exitCode == 0, "\(join.messages)")
        #expect(try await shown(path("joined.mp4")) == (try await shown(path("open.mkv"))))
    }

    @Test func whatIsHiddenDoesNotCountForTheDuration() async throws {
        let run = try await recording.run(
            try await makeCut(), ["--passthrough", "--duration", "1s"] + TestRecording.corner)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try await shown(recording.path).count == 30)
    }

    /// The frames of a file, as if they were those of a camera that comes back with another encoding.
    private final class ChangingSource: CaptureSource {
        private let source: MediaFileSource
        private var count = 0

        init(_ path: String) throws(FacecapError) {
            source = try MediaFileSource(
                path, options: MediaFileSource.Options(deliversEncodedSamples: [.video]))
        }

        var control: any CaptureSourceControl { source.control }
        var videoFormat: VideoFormat? { source.videoFormat }
        var encodedFormats: EncodedSample.Formats { source.encodedFormats }
        var isLive: Bool { false }
        var estimatedFrameCount: Int? { nil }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let event = try source.nextEvent()
            guard case .encoded(var sample, let mediaType)? = event else { return event }
            count += 1
            sample.hasOtherFormat = count > 20
            return .encoded(sample, mediaType)
        }
    }

    @Test(arguments: [true, false])
    func anotherEncodingEndsWhatIsCopiedAndNothingElse(copies: Bool) async throws {
        let video = try await TestVideo.make(in: recording.folder, seconds: 1, hasAudio: false)
        let device = CaptureDevice(kind: .file, uniqueID: video, localizedName: video) {
            _ throws(FacecapError) in
            try ChangingSource(video)
        }
        var settings = CaptureMovieFileOutput.Settings(path: path("movie.mp4"))
        settings.video = copies ? .passthrough : .encoded(VideoEncoderSettings())
        let end = try await LibraryRecording.record(CaptureDeviceInput(device: device), settings)
        let expected: CaptureMovieFileOutput.Event =
            copies ? .failed(.changedEncoding) : .completed
        #expect(end == expected)
    }
}
