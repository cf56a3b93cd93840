// SPDX-License-Identifier: Apache-2.0
import FaceStream
import FaceValues
import Foundation
import Testing

@testable import FaceExport

/// Markers of a movie in the formats that have a place for them.
@Suite struct MarkerTests {
    private static let text = "a \"b\" <c> & --> d\nzwölf"

    static func marker(_ text: String, _ milliseconds: Int64) -> StreamEvent {
        .marker(text, at: MediaTime(value: milliseconds, timescale: 1000))
    }

    /// A marker while the second frame is shown, from 33.367 to 66.733 ms.
    private var scene: Scene {
        var scene = Scene()
        scene.events = [1: [Self.marker(Self.text, 50)]]
        return scene
    }

    private func bouts(_ times: [Int64], text: String = "go") -> [FaceBouts.Bout] {
        times.map { FaceBouts.Bout(start: $0, end: $0, value: text) }
    }

    @Test func aRecordIsAnEventWithItsText() throws {
        let line =
            #"{"type":"event","event":"marker","pts":0.05,"text":"a \"b\" <c> & --> d\nzwölf"}"#
        #expect(try scene.text(.jsonl).contains("\n\(line)\n"))
    }

    @Test func aCueLastsAsLongAsTheFrameThatIsShown() throws {
        let cues = try scene.text(.vtt).components(separatedBy: "\n\n")
        let place = try #require(cues.firstIndex { $0.contains(#""event":"marker""#) })
        #expect(
            cues[place] == """
                00:00:00.050 --> 00:00:00.066
                {"type":"event","event":"marker","pts":0.05,\
                "text":"a \\"b\\" <c\\u003e & --\\u003e d\\nzwölf"}
                """)
        #expect(cues[place - 1].hasPrefix("00:00:00.033 --> 00:00:00.066\n"))
        #expect(cues[place + 1].hasPrefix("00:00:00.066 --> "))
    }

    @Test func aCueBeforeAllFramesLastsAMillisecond() throws {
        var exporter = try FaceExportFormat.vtt.makeExporter(Scene().info)
        var bytes = exporter.begin() + exporter.append(Self.marker("early", -5))
        bytes += exporter.append(Scene.observation(0, 1001), displayedFromStored: .identity)
        bytes += exporter.finish(reason: "end_of_stream")
        let cues = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n")
        #expect(cues.count == 4)
        #expect(cues[2].hasPrefix("00:00:00.000 --> 00:00:00.001\n") && cues[2].contains("early"))
        #expect(cues[3].hasPrefix("00:00:00.033 --> "))
    }

    @Test func aTierOfELANHasAnAnnotationForEachMarker() throws {
        let text = try scene.text(.eaf)
        #expect(text.contains(#"TIER_ID="markers">"#))
        #expect(text.contains(">a &quot;b&quot; &lt;c&gt; &amp; --&gt; d&#10;zwölf<"))
        #expect(try !Scene().text(.eaf).contains("markers"))
    }

    /// In milliseconds: those at one time follow each other, none overlaps the next one, and the last one ends with the
    /// movie unless it begins after that.
    @Test(
        arguments: [
            ([0, 0, 30_000, 980_000], ["0", "1", "1", "30", "30", "70", "980", "1000"]),
            ([1_200_000], ["1200", "1201"]),
        ] as [([Int64], [String])])
    func annotationsOfMarkersLastAndDoNotOverlap(_ times: [Int64], _ expected: [String]) {
        let document = ELANDocument(Scene().info)
        let file = document.file(of: [], markers: bouts(times), end: 1_000_000)
        let slots = String(decoding: file, as: UTF8.self).matches(of: /TIME_VALUE="(\d+)"/)
        #expect(slots.map { String($0.1) } == expected)
    }

    @Test func aPointTierOfPraatHasThemOnOneLineEach() {
        let grid = PraatTextGrid(Scene().info)
        let file = grid.file(
            of: [], markers: bouts([0, 0, 600_000], text: Self.text), end: 500_000)
        #expect(
            String(decoding: file, as: UTF8.self) == """
                File type = "ooTextFile"
                Object class = "TextGrid"

                xmin = 0
                xmax = 0.600000
                tiers? <exists>
                size = 1
                item []:
                    item [1]:
                        class = "TextTier"
                        name = "markers"
                        xmin = 0
                        xmax = 0.600000
                        points: size = 3
                        points [1]:
                            number = 0.000000
                            mark = "a ""b"" <c> & --> d zwölf"
                        points [2]:
                            number = 0.001000
                            mark = "a ""b"" <c> & --> d zwölf"
                        points [3]:
                            number = 0.600000
                            mark = "a ""b"" <c> & --> d zwölf"

                """)
    }

    @Test func aPointEventOfBORISHasTheTextAsItsComment() throws {
        let text = try scene.text(.boris)
        #expect(text.contains(#"{"type":"Point event","code":"marker","#))
        #expect(
            text.contains(#"[0.05,"","marker","","a \"b\" <c> & --> d\nzwölf","NA"]"#), "\(text)")
        #expect(try !Scene().text(.boris).contains("marker"))
    }

    @Test(arguments: [FaceExportFormat.csv, .mot, .motGT, .cvat, .coco, .openface])
    func otherFormatsAreTheSameWithMarkers(_ format: FaceExportFormat) throws {
        #expect(try scene.export(format) == Scene().export(format))
    }
}
