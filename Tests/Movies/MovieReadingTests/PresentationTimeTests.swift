// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import TestSupport
import Testing

/// The movie counts thousandths of a second, the media hundredths.
@Suite struct PresentationTimeTests {
    @Test func withoutEditsMediaIsShownAsItIs() throws {
        let track = try track([])
        #expect(track.edits.isEmpty)
        #expect(track.presentationTime(ofMediaTime: -7) == MediaTime(value: -7, timescale: 100))
    }

    @Test func anEmptyEditShiftsTheMedia() throws {
        let track = try track([(250, -1), (400, 0)])
        #expect(track.edits.map(\.mediaTime) == [nil, 0])
        #expect(track.edits.map(\.segmentDuration) == [250, 400])
        #expect(track.edits.map(\.rate) == [1, 1])
        #expect(times(track, [-1, 0, 39, 40]) == [nil, 25, 64, nil])
    }

    @Test func aShiftIsRoundedToTheTimeScaleOfTheMedia() throws {
        #expect(times(try track([(254, -1), (400, 0)]), [0]) == [25])
        #expect(times(try track([(255, -1), (400, 0)]), [0]) == [26])
    }

    @Test func whatComesBeforeAnEditIsNotShown() throws {
        #expect(times(try track([(100, 20)]), [0, 19, 20, 29, 30]) == [nil, nil, 0, 9, nil])
    }

    /// Of samples of ten ticks.
    @Test func aSampleHoldsFromTheBeginningOfTheEditThatShowsItsEnd() throws {
        var movie = movie([(100, 15)])
        movie.missing = ["ctts"]
        let reading = Reading(movie.classic)
        let track = try #require(reading.reader?.tracks.first)
        let starts = reading.samples.map { track.presentationStart(of: $0) }
        #expect(starts.map { $0?.time.value } == [nil, 0, 5, nil])
        #expect(starts.map { $0?.hiddenTicks } == [nil, 5, 0, nil])
    }

    /// Of samples of ten ticks.
    @Test func aSampleHoldsToTheEndOfTheEditThatShowsItsBeginning() throws {
        let edits: [(duration: UInt32, shown: [Int64?])] = [
            (100, [nil, 5, 5, nil]), (0, [nil, 5, 10, 10]),
        ]
        for (duration, durations) in edits {
            var movie = movie([(duration, 15)])
            movie.missing = ["ctts"]
            let reading = Reading(movie.classic)
            let track = try #require(reading.reader?.tracks.first)
            let shown = reading.samples.map { track.presentedStretch(of: $0) }
            #expect(shown.map { $0?.duration.value } == durations)
            #expect(shown.map { $0?.hidesBeginning }.prefix(3) == [nil, true, false])
        }
    }

    /// The movie counts sevenths of a second: 20 ticks are one of those, and a rest.
    @Test func theRoundingOfAnEditCutsNothingOff() throws {
        var movie = movie([(1, 20)])
        movie.missing = ["ctts"]
        movie.replace("mvhd", 0, 0, 0, 7, 3)
        movie.added["mvhd"] = { $0.appendZeros(80) }
        let reading = Reading(movie.classic)
        let track = try #require(reading.reader?.tracks.first)
        let shown = reading.samples.map { track.presentedStretch(of: $0) }
        #expect(shown.map { $0?.duration.value } == [nil, nil, 10, 10])
    }

    @Test func severalEditsShowTheMediaInTheirOrder() throws {
        let track = try track([(100, 20), (50, -1), (100, 0)])
        #expect(times(track, [20, 0, 9, 10, 15]) == [0, 15, 24, nil, nil])
    }

    @Test func anEditWithoutDurationShowsAllThatFollows() throws {
        #expect(times(try track([(0, 10)]), [9, 10, 1_000_000]) == [nil, 0, 999_990])
    }

    /// Edits that overlap, hide others, touch, show nothing, are shorter than a tick of the media or have no end.
    @Test func ofManyEditsTheFirstThatShowsAMomentCounts() throws {
        var numbers = SeededNumbers.fresh()
        for count in [2, 3, 5, 8, 40, 1024] {
            let edits = (0..<count).map { _ in
                (
                    duration: UInt32.random(in: 0..<5, using: &numbers) == 0
                        ? UInt32.random(in: 0...2, using: &numbers) * 7
                        : UInt32.random(in: 1...90, using: &numbers),
                    mediaTime: Int32.random(in: -1...60, using: &numbers)
                )
            }
            let track = try track(edits)
            let moments = (-2...80).map(Int64.init)
            let expected = moments.map { Self.time(of: $0, in: edits) }
            #expect(times(track, moments) == expected, "\(edits)")
        }
    }

    /// The time of a moment of the media, found by a look at each edit.
    private static func time(
        of moment: Int64, in edits: [(duration: UInt32, mediaTime: Int32)]
    ) -> Int64? {
        var start: Int64 = 0
        for edit in edits {
            let past = moment - Int64(edit.mediaTime)
            let isWithin = edit.duration == 0 || past * 10 < Int64(edit.duration)
            if edit.mediaTime >= 0, past >= 0, isWithin { return (start + 5) / 10 + past }
            start += Int64(edit.duration)
        }
        return nil
    }

    /// Of a sample of a hundred ticks; the edits show its media out of order.
    @Test func aSampleHoldsFromTheFirstOfItsMomentsThatIsShown() throws {
        var movie = movie([(100, 60), (50, 20), (50, 5)])
        movie.missing = ["ctts"]
        movie.replace("stts", 0, 1, 4, 100)
        let reading = Reading(movie.classic)
        let track = try #require(reading.reader?.tracks.first)
        let first = try #require(reading.samples.first)
        let shown = try #require(track.presentationStart(of: first))
        #expect(shown.time.value == 15 && shown.hiddenTicks == 5)
    }

    @Test func editsOf64BitsAreRead() throws {
        var movie = TestMovie()
        movie.added["trak"] = { writer in
            writer.box("edts") { writer in
                writer.box("elst", version: 1) { writer in
                    writer.append(UInt32(2))
                    writer.append(UInt64(1) << 40)
                    writer.append(Int64(-1))
                    writer.append(UInt32(1 << 16))
                    writer.append(UInt64.max)
                    writer.append(Int64(10))
                    writer.append(UInt32(1 << 15))
                }
            }
        }
        let track = try #require(Reading(movie.classic).reader?.tracks.first)
        #expect(track.edits.map(\.rate) == [1, 0.5])
        #expect(times(track, [10]) == [109_951_162_778])
        #expect(times(track, [.max, .min]) == [nil, nil])
    }

    private func times(_ track: MovieTrack, _ times: [Int64]) -> [Int64?] {
        times.map { track.presentationTime(ofMediaTime: $0)?.value }
    }

    private func track(_ edits: [(duration: UInt32, mediaTime: Int32)]) throws -> MovieTrack {
        try #require(Reading(movie(edits).classic).reader?.tracks.first)
    }

    private func movie(_ edits: [(duration: UInt32, mediaTime: Int32)]) -> TestMovie {
        var movie = TestMovie()
        movie.added["trak"] = { writer in
            writer.box("edts") { writer in
                writer.box("elst", version: 0) { writer in
                    writer.append(UInt32(edits.count))
                    for edit in edits {
                        writer.append(edit.duration)
                        writer.append(edit.mediaTime)
                        writer.append(UInt32(1 << 16))
                    }
                }
            }
        }
        return movie
    }
}
