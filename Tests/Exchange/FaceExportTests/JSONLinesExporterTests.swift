// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceStream
import FaceValues
import Testing

@Suite struct JSONLinesExporterTests {
    @Test func eventsHaveThePlaceAndTheCountThatALiveRunGivesThem() throws {
        let scene = Scene()
        var exporter = try FaceExportFormat.jsonl.makeExporter(scene.info)
        var bytes: [UInt8] = []
        _ = exporter.begin()
        bytes += exporter.append(.warning(FacecapError(.mediaDamaged, "The video is torn.")))
        bytes += exporter.append(scene.observations[0], displayedFromStored: .identity)
        bytes += exporter.append(.lost(count: 3))
        bytes += exporter.finish(reason: "signal")
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"type":"event","event":"warning","code":"media_damaged",\
                "message":"The video is torn."}
                {"type":"faces","frame":0,"pts":0,"analysed":true,"scan":"full","scan_age":0,\
                "faces":[]}
                {"type":"event","event":"lost","pts":0,"count":3}
                {"type":"end","reason":"signal","frames":{"captured":1,"analysed":1,"skipped":{},\
                "dropped":{},"lost":3}}

                """)
    }

    @Test func aGapIsToldWithItsBeginningAndItsLength() throws {
        var exporter = try FaceExportFormat.jsonl.makeExporter(Scene().info)
        let gap = StreamEvent.gap(
            start: MediaTime(value: 1, timescale: 2), duration: MediaTime(value: 3, timescale: 1))
        #expect(
            String(decoding: exporter.append(gap), as: UTF8.self)
                == #"{"type":"event","event":"gap","pts":0.5,"gap_ms":3000}"# + "\n")
    }

    @Test func theShapeOfAPixelIsToldUnlessItIsSquare() throws {
        var scene = Scene()
        #expect(try !scene.text(.jsonl).contains("pixel_aspect_ratio"))
        scene.info.pixelAspectRatio = 64.0 / 45
        #expect(
            try scene.text(.jsonl)
                .contains(#""height":720,"pixel_aspect_ratio":1.422222,"frame_rate":30}"#))
    }

    @Test(arguments: FaceExportFormat.allCases.filter { $0 != .jsonl })
    func otherFormatsHaveNoPlaceForEvents(_ format: FaceExportFormat) throws {
        var exporter = try format.makeExporter(Scene().info)
        #expect(exporter.append(.lost(count: 3)) == [])
        #expect(exporter.append(.gap(start: .zero, duration: .zero)) == [])
    }

    @Test func pointsAreLeftOutWhereTheyAreNotAskedFor() throws {
        var scene = Scene()
        scene.info.includesLandmarks = false
        for format in [FaceExportFormat.jsonl, .vtt, .coco] {
            #expect(try !scene.text(format).contains(#""nose""#))
        }
        #expect(try scene.text(.csv).contains("observed,0,,,,,,,,,,,,,,,,,,,,,\r\n"))
        #expect(try !scene.text(.csv).contains("360,225"))
    }
}
