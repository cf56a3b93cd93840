// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

/// Recordings of the library whose input is zoomed.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct LibraryZoomTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How a recording of a video file of a second ended whose frames are zoomed.
    private func record(
        _ video: CaptureMovieFileOutput.Settings.Video, zoomedBy factor: Double
    ) async throws -> CaptureMovieFileOutput.Event? {
        let path = try await TestVideo.make(in: folder, seconds: 1, hasAudio: false)
        let input = CaptureDeviceInput(
            device: .file(path, options: MediaFileSource.Options(deliversEncodedSamples: [.video])))
        try input.setVideoZoomFactor(factor)
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
        settings.video = video
        return try await LibraryRecording.record(input, settings)
    }

    @Test func framesThatAreCopiedCannotBeZoomed() async throws {
        guard case .failed(let error)? = try await record(.passthrough, zoomedBy: 2) else {
            Issue.record("It did not fail.")
            return
        }
        #expect(error.code == .formatUnsupported)
        #expect(
            error.message
                == "Frames that are copied as they are encoded cannot be zoomed; encode them, or zoom by 1."
        )
    }

    @Test func framesThatAreNotZoomedAreCopied() async throws {
        #expect(try await record(.passthrough, zoomedBy: 1) == .completed)
    }

    @Test func framesThatAreEncodedCanBeZoomedThoughTheyComeEncodedToo() async throws {
        #expect(try await record(.encoded(VideoEncoderSettings()), zoomedBy: 2) == .completed)
        #expect(try await ProbedMovie(path: folder.path + "/movie.mp4")?.video?.packets.count == 30)
    }
}
