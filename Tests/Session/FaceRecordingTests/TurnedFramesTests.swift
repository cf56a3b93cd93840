// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceRecording
import FaceValues
import TestSupport
import Testing

@testable import FaceMovies

/// Frames that are to be displayed otherwise than the first one of their movie.
@Suite(.usualTimeLimit) struct TurnedFramesTests {
    @Test(arguments: [
        VideoOrientation(nearestTo: 90), VideoOrientation(nearestTo: 0, isMirrored: true),
    ])
    func theMovieKeepsTheOrientationOfItsFirstFrameAndTellsSoOnce(
        orientation: VideoOrientation
    ) async throws {
        let stage = try SteppedRecording(detector: MiddleDetector())
        let settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        try await stage.record(settings) {
            stage.source.show(
                (Int64(0)..<4).map { index in
                    SteppedImages.image(
                        at: MediaTime(value: index, timescale: 10),
                        orientation: index < 2 ? .upright : orientation)
                })
        }
        let warnings = stage.events.compactMap { event in
            if case .warning(let error) = event { error.code } else { nil }
        }
        #expect(warnings == [.invalidState])
        #expect(stage.events.last == .completed)
        let recorded = try RecordedFaces.observations(in: settings.path)
        let middle = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        // As the frames are stored.
        #expect(recorded.map { $0.faces.first?.bounds } == [middle, middle, middle, middle])
        #expect(recorded.allSatisfy { $0.orientation == .upright })
    }
}
