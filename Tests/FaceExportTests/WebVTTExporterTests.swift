import FaceExport
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

    @Test func aCueNeverStartsBeforeZeroAndNeverEndsWhereItStarts() throws {
        #expect(
            try timings([-40, 0, 0, 40, 20]) == [
                "00:00:00.000 --> 00:00:00.001", "00:00:00.000 --> 00:00:00.001",
                "00:00:00.000 --> 00:00:00.040", "00:00:00.040 --> 00:00:00.041",
                "00:00:00.020 --> 00:00:00.021",
            ])
        #expect(try timings([.max / 30]) == ["2562047:47:16.854 --> 2562047:47:16.855"])
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
