// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct RecordingSettingsTests {
    @Test(arguments: [
        ("movie.mp4", "movie-007.mp4"), ("a.b/movie", "a.b/movie-007"),
        ("a/.hidden", "a/.hidden-007"), ("x.y.mov", "x.y-007.mov"),
    ])
    func theFilesOfASeriesAreNumberedBeforeTheExtension(path: String, numbered: String) {
        var settings = CaptureMovieFileOutput.Settings(path: path)
        #expect(settings.path(ofFile: 1) == path)
        settings.split = .byteCount(1)
        #expect(settings.path(ofFile: 7) == numbered)
    }

    @Test func numbersGrowBeyondThreeDigits() {
        var settings = CaptureMovieFileOutput.Settings(path: "m.mp4")
        settings.split = .byteCount(1)
        #expect(settings.path(ofFile: 12_345) == "m-12345.mp4")
    }
}
