// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceStream
import FaceValues
import Testing

@Suite struct WebVTTExporterTests {
    /// The lines of the cues' times, of frames at `seconds`.
    func timings(
        _ milliseconds: [Int64], rate: Double? = nil, duration: MediaTime? = nil
    ) throws -> [Substring] {
        var scene = Scene()
        scene.info.frameRate = rate
        scene.info.duration = duration
        scene.observations = milliseconds.enumerated().map { index, time in
            Scene.observation(index, time * 30)
        }
        return try scene.text(.vtt).split(separator: "\n").filter { $0.contains(" --> ") }
    }

    @Test func hoursAreWrittenWithTwoDigitsOrMore() throws {
        #expect(
            try timings([0, 3_599_999, 3_600_000, 362_439_005]) == [
                "00:00:00.000 --> 00:59:59.999", "00:59:59.999 --> 01:00:00.000",
                "01:00:00.000 --> 100:40:39.005", "100:40:39.005 --> 200:21:18.010",
            ])
    }

    @Test func theOnlyFrameLastsAsLongAsTheFrameRateOrTheDurationSays() throws {
        #expect(try timings([1000], rate: 25) == ["00:00:01.000 --> 00:00:01.040"])
        let duration = MediaTime(value: 3, timescale: 2)
        #expect(try timings([1000], duration: duration) == ["00:00:01.000 --> 00:00:01.500"])
        #expect(try timings([1000]) == ["00:00:01.000 --> 00:00:01.001"])
        #expect(try timings([1000], rate: 0) == ["00:00:01.000 --> 00:00:01.001"])
    }

    @Test func theLastFrameLastsUntilTheMovieEnds() throws {
        let duration = MediaTime(value: 84, timescale: 25)
        #expect(
            try timings([0, 40], rate: 25, duration: duration).last
                == "00:00:00.040 --> 00:00:03.360")
        // One that ends before its last frame is none to go by.
        #expect(
            try timings([0, 4000], duration: duration).last == "00:00:04.000 --> 00:00:08.000")
    }

    @Test func aCueNeverStartsBeforeZeroAndNeverEndsWhereItStarts() throws {
        #expect(
            try timings([-40, 0, 0, 40, 20]) == [
                "00:00:00.000 --> 00:00:00.001", "00:00:00.000 --> 00:00:00.001",
                "00:00:00.000 --> 00:00:00.040", "00:00:00.040 --> 00:00:00.041",
                "00:00:00.020 --> 00:00:00.021",
            ])
        #expect(try timings([.max / 30]) == ["2562047:47:16.854 --> 2562047:47:16.855"])
    }

    /// The lines of the cues' times, of frames at 0, 0.1 and 3 s with something said before the last one.
    private func timings(
        beforeTheLast say: (inout any FaceExporter) -> [UInt8]
    ) throws -> [Substring] {
        var exporter = try FaceExportFormat.vtt.makeExporter(Scene.info(named: "talk.mp4"))
        var bytes = exporter.begin()
        for (index, ticks) in [Int64(0), 3000, 90000].enumerated() {
            if index == 2 { bytes += say(&exporter) }
            bytes += exporter.append(
                Scene.observation(index, ticks, faces: [Scene.face(1, x: 0.5)]),
                displayedFromStored: .identity)
        }
        bytes += exporter.finish(reason: "end_of_stream")
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains(" --> ") }
    }

    @Test func noCueReachesIntoAGap() throws {
        let start = MediaTime(value: 4500, timescale: 30000)
        let gap = StreamEvent.gap(start: start, duration: MediaTime(value: 2, timescale: 1))
        #expect(
            try timings { $0.append(gap) } == [
                "00:00:00.000 --> 00:00:00.100", "00:00:00.100 --> 00:00:00.150",
                "00:00:03.000 --> 00:00:03.050",
            ])
    }

    @Test(
        "Where frames were lost, the cue before lasts as long as the one before it",
        arguments: [
            StreamEvent.interrupted(reason: "the camera went away"), .lost(count: 3),
        ])
    func noCueReachesAcrossAnEvent(event: StreamEvent) throws {
        #expect(
            try timings { $0.append(event) } == [
                "00:00:00.000 --> 00:00:00.100", "00:00:00.100 --> 00:00:00.200",
                "00:00:03.000 --> 00:00:03.100",
            ])
    }

    @Test func theLastCueEndsWithTheMovieWhateverItsFrameSays() throws {
        var scene = Scene()
        scene.info.duration = MediaTime(value: 2, timescale: 1)
        var last = Scene.observation(1, 30000)
        last.duration = MediaTime(value: 3, timescale: 1)
        scene.observations = [Scene.observation(0, 0), last]
        #expect(try scene.text(.vtt).contains("00:00:01.000 --> 00:00:02.000"))
    }

    @Test func aCueThatIsCutShortNeverReachesBeyondTheNextFrame() throws {
        var exporter = try FaceExportFormat.vtt.makeExporter(Scene.info(named: "talk.mp4"))
        var bytes = exporter.begin()
        for (index, ticks) in [Int64(0), 300].enumerated() {
            bytes += exporter.append(
                Scene.observation(index, ticks), displayedFromStored: .identity)
            bytes += exporter.append(.lost(count: 1))
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("00:00:00.000 --> 00:00:00.010"))
    }

    @Test func otherEventsEndNoCue() throws {
        let lines = try timings { $0.append(.warning(FacecapError(.mediaDamaged, "damaged"))) }
        #expect(lines.contains("00:00:00.100 --> 00:00:03.000"))
    }

    @Test func aNameCannotEndTheComment() throws {
        var scene = Scene()
        scene.info.sourceName = "a --> b\n\n00:00.000 --> 00:01.000"
        let text = try scene.text(.vtt)
        #expect(text.contains(#""name":"a --\u003e b\n\n00:00.000 --\u003e 00:01.000""#))
        #expect(text.split(separator: "\n").count { $0.contains("-->") } == 6)
    }

    @Test func noFramesAreNoCues() throws { #expect(try timings([]) == []) }
}
