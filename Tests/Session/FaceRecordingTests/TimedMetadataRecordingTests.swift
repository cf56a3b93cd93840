// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceMovies
import FaceRecording
import FaceValues
import MovieReading
import Synchronization
import TestSupport
import Testing

/// A client's own metadata in what it records: gray frames, ten a second.
@Suite(.usualTimeLimit) struct TimedMetadataRecordingTests {
    private let stage: SteppedRecording
    private var folder: TemporaryFolder { stage.folder }
    private var source: SteppedImages { stage.source }
    private var movie: CaptureMovieFileOutput { stage.movie }

    init() throws { stage = try SteppedRecording() }

    private var warnings: [String] { Self.warnings(of: stage) }

    private static func warnings(of stage: SteppedRecording) -> [String] {
        stage.events.compactMap { if case .warning(let error) = $0 { error.message } else { nil } }
    }

    private static func markers(of stage: SteppedRecording) -> [String] {
        stage.events.compactMap { if case .markerAdded(let text, _) = $0 { text } else { nil } }
    }

    private func record(_ show: () -> Void) async throws {
        try await stage.record(.init(path: folder.path + "/movie.mp4"), show)
    }

    private func group(
        _ name: String, _ value: TimedMetadataGroup.Value = .uint8(1), at tenths: Int64? = nil,
        for length: Int64? = nil
    ) -> TimedMetadataGroup {
        TimedMetadataGroup(
            items: [.init(key: "org.example." + name, value: value)],
            start: tenths.map { MediaTime(value: $0, timescale: 10) },
            duration: length.map { MediaTime(value: $0, timescale: 10) })
    }

    /// `name start duration` of every value, in tenths of a second.
    private func read(_ name: String) throws -> [String] {
        var reader = TimedMetadataReader(
            try MovieReader(path: name.hasPrefix("/") ? name : folder.path + "/" + name))
        var values: [String] = []
        while let group = try reader.next() {
            let times = [group.start, group.duration].map { time in
                Int(((time?.seconds ?? -1) * 10).rounded())
            }
            let key = try #require(group.items.first).key.dropFirst("org.example.".count)
            values.append("\(key) \(times[0]) \(times[1])")
        }
        return values
    }

    @Test func overlappingStretchesComeBackAsTheyWere() async throws {
        try await record {
            movie.appendTimedMetadataGroup(group("first"))
            source.show(5)
            movie.appendTimedMetadataGroup(group("long", at: 5, for: 40))
            source.show(10)
            movie.appendTimedMetadataGroup(group("moment", at: 14))
            movie.appendTimedMetadataGroup(group("stretch", at: 16, for: 7))
            // Two that are alike are two.
            for tenths in [20, 21, 22] as [Int64] {
                movie.appendTimedMetadataGroup(group("again", at: tenths))
            }
            source.show(45)
        }
        #expect(
            try read("movie.mp4") == [
                "first 0 1", "long 5 40", "moment 14 1", "stretch 16 7", "again 20 1",
                "again 21 1", "again 22 1",
            ])
        #expect(warnings == [] && movie.status.state.phase == .completed)
    }

    @Test func aPauseTakesNoTimeAndNothingLiesInIt() async throws {
        try await record {
            source.show(10)
            movie.pauseRecording()
            source.show(10)
            movie.appendTimedMetadataGroup(group("in", at: 15))
            movie.resumeRecording()
            source.show(1)
            movie.appendTimedMetadataGroup(group("after", at: 22))
            source.show(9)
        }
        #expect(try read("movie.mp4") == ["after 12 1"])
        #expect(warnings.count == 1 && warnings[0].contains("org.example.in lies in a pause"))
    }

    @Test func aStretchGoesOnInTheNextFile() async throws {
        try await record {
            source.show(3)
            movie.appendTimedMetadataGroup(group("long", at: 3, for: 20))
            source.show(7)
            movie.splitRecording()
            source.show(20)
        }
        let cut = try MovieReader(path: folder.path + "/movie.mp4").tracks[0].mediaDuration
        let first = try read("movie.mp4")
        let second = try read("movie-002.mp4")
        #expect(first.count == 1 && second.count == 1, "\(first), \(second)")
        let lengths = [first, second].map { $0[0].split(separator: " ").compactMap { Int($0) } }
        #expect(lengths[0][0] == 3 && lengths[1][0] == 0 && cut != nil)
        #expect(lengths[0][1] + lengths[1][1] == 20, "\(first), \(second)")
    }

    /// Sees a face once it is told to.
    private final class ToldDetector: FaceDetector {
        let description = DetectorDescription(name: "told")
        let seesFace = Atomic(false)

        func detectFaces(
            in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
            hints: [DetectedFace.Hint]
        ) throws(FacecapError) -> [DetectedFace] {
            guard seesFace.load(ordering: .acquiring) else { return [] }
            return try MiddleDetector().detectFaces(
                in: image, orientation: orientation, region: region, hints: hints)
        }
    }

    @Test func aFileThatFacesOpenBeginsWithWhatHoldsAndWhatIsInNoneIsTold() async throws {
        let detector = ToldDetector()
        let stage = try SteppedRecording(detector: detector)
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.video = .none
        settings.trigger = .faces(
            preRoll: MediaTime(value: 1, timescale: 2), postRoll: MediaTime(value: 1, timescale: 1))
        try await stage.record(settings) {
            stage.source.show(3)
            stage.movie.appendTimedMetadataGroup(group("long", at: 3, for: 100))
            stage.movie.appendTimedMetadataGroup(group("ended", at: 3, for: 7))
            stage.movie.addMarker("before")
            stage.source.show(12)
            stage.movie.appendTimedMetadataGroup(group("moment"))
            stage.source.show(25)
            detector.seesFace.store(true, ordering: .releasing)
            stage.source.show(30)
            stage.movie.addMarker("in")
        }
        let values = try read(stage.folder.path + "/movie-001.mp4")
        #expect(values.count == 1 && values[0].hasPrefix("long 0 "), "\(values)")
        let warnings = Self.warnings(of: stage)
        #expect(warnings.count == 2, "\(warnings)")
        #expect(warnings.first?.hasPrefix("The marker before comes while no file is open") == true)
        #expect(warnings.last?.hasPrefix("The metadata org.example.moment comes while") == true)
        #expect(Self.markers(of: stage) == ["in"])
    }

    @Test func whatCannotBeTakenIsToldAndTheRecordingGoesOn() async throws {
        try await record {
            source.show(3)
            for group in [
                group("a b"), group("json", .json("{")),
                group("text", .other(dataType: 2, bytes: [])),
                group("late", at: 1000), group("none", for: 0), TimedMetadataGroup(items: []),
                group("large", .utf8(String(repeating: "a", count: 20_000))),
            ] { movie.appendTimedMetadataGroup(group) }
            for number in 0..<200 {
                movie.appendTimedMetadataGroup(group("a-key-with-a-number-\(number)"))
            }
            source.show(3)
        }
        #expect(movie.status.state.phase == .completed && movie.status.frameCount == 6)
        let values = try read("movie.mp4")
        #expect(warnings.count == 7 + 200 - values.count)
        #expect((45..<150).contains(values.count))
    }

    @Test func markersFromBeforeTheFirstFrameLieAtIt() async throws {
        try await record {
            movie.addMarker("one")
            movie.addMarker("two")
            source.show(
                (Int64(14)..<20).map {
                    SteppedImages.image(at: MediaTime(value: $0, timescale: 10))
                })
        }
        let markers = try MovieInspection(MovieReader(path: folder.path + "/movie.mp4")).markers
        #expect(markers.map(\.text) == ["one", "two"])
        #expect(markers.allSatisfy { $0.time.seconds < 1e-3 })
        #expect(Self.markers(of: stage) == ["one", "two"])
    }

    @Test func aMovieWithoutMetadataHasNoTrackOfIt() async throws {
        try await record { source.show(5) }
        #expect(try MovieReader(path: folder.path + "/movie.mp4").tracks.count == 1)
    }
}
