// SPDX-License-Identifier: Apache-2.0
import FaceRecording
import FaceRedaction
import FaceValues
import TestSupport
import Testing

@Suite(.usualTimeLimit) struct PauseToggleTests {
    /// A recording that hides faces does what is requested a second later.
    @Test func aSecondToggleResumesAlsoWhereTheFirstHasNotPausedYet() async throws {
        let stage = try SteppedRecording(detector: BlindDetector())
        let path = stage.folder.path + "/movie.mp4"
        var settings = CaptureMovieFileOutput.Settings(path: path)
        settings.redaction = RedactionSettings(method: .blur)
        try await stage.record(settings) {
            stage.source.show(4)
            stage.movie.togglePause()
            stage.source.show(3)
            stage.movie.togglePause()
            stage.source.show(5)
        }
        #expect(stage.events.filter { $0 == .paused || $0 == .resumed } == [.paused, .resumed])
        #expect(try RecordedFaces.frameNumbers(in: path) == [0, 1, 2, 3, 7, 8, 9, 10, 11])
    }
}
