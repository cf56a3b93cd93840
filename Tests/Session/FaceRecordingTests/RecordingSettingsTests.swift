// SPDX-License-Identifier: Apache-2.0
import FaceRedaction
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

    @Test func timesThatLeaveRoomForNothingAreRefused() {
        let less = MediaTime(value: -1, timescale: 1)
        let edits: [(inout CaptureMovieFileOutput.Settings) -> Void] = [
            { $0.maximumDuration = .zero }, { $0.maximumDuration = less },
            { $0.split = .duration(.zero) }, { $0.split = .duration(less) },
            { $0.split = .byteCount(0) }, { $0.split = .byteCount(-1) },
            { $0.movieFragmentInterval = .zero }, { $0.movieFragmentInterval = less },
            { $0.trigger = .faces(preRoll: less, postRoll: .zero) },
            { $0.trigger = .moment(preRoll: .zero, postRoll: .zero, lookBack: less) },
        ]
        for (index, edit) in edits.enumerated() {
            var settings = CaptureMovieFileOutput.Settings(path: "m.mp4")
            edit(&settings)
            let edited = settings
            let error = #expect(throws: FacecapError.self, "\(index)") {
                try edited.check(hasFaces: true)
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func aRedactionThatWouldLeaveFacesUncoveredIsRefused() throws {
        var settings = CaptureMovieFileOutput.Settings(path: "m.mp4")
        settings.redaction = RedactionSettings(method: .pixelate)
        try settings.check(hasFaces: true)
        settings.redaction?.maximumBlindness = MediaTime(value: -1, timescale: 1)
        let wrong = settings
        let error = #expect(throws: FacecapError.self) { try wrong.check(hasFaces: true) }
        #expect(error?.code == .invalidArgument)
    }

    @Test(arguments: [
        MediaTime(value: .max, timescale: 1), MediaTime(value: 1, timescale: .max),
    ])
    func aFragmentMayBeAsLongOrAsShortAsOneLikes(interval: MediaTime) throws {
        var settings = CaptureMovieFileOutput.Settings(path: "m.mp4")
        settings.movieFragmentInterval = interval
        try settings.check(hasFaces: true)
        #expect(settings.fragmentInterval > .zero)
    }

    @Test func numbersGrowBeyondThreeDigits() {
        var settings = CaptureMovieFileOutput.Settings(path: "m.mp4")
        settings.split = .byteCount(1)
        #expect(settings.path(ofFile: 12_345) == "m-12345.mp4")
    }
}
