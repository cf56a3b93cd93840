// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

/// What the programs find in the files that these are written for.
@Suite(.enabled(if: Consumer.isInstalled, "needs Scripts/setup-consumers"))
struct ConsumerTests {
    @Test func pandasReadsTheTablesAndTheRecords() async throws {
        let folder = try TemporaryFolder()
        for format in [FaceExportFormat.csv, .jsonl, .openface] {
            try folder.write(try Scene().export(format), to: format.rawValue)
        }
        let read = try await Consumer.run("read_tables.py", [folder.path])
        let faces = "[(1, 1), (3, 1), (3, 2), (4, 2)]"
        let lines = read.output.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "csv 6 \(faces) [320.0, 340.0, 1200.0, 1200.0] True",
                "jsonl 6 \(faces) [320.0, 340.0, 1200.0, 1200.0]",
                "openface 6 \(faces) [-0.0567]",
            ], "\(read.messages)")
    }

    @Test func motmetricsTakesTheTracksForTracks() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Scene().export(.mot), to: "det.txt")
        let read = try await Consumer.run("evaluate_tracks.py", [path])
        let lines = read.output.split(separator: "\n")
        #expect(
            lines.first == """
                [(2, 1, 320.0, 180.0, 160.0, 180.0, 0.875), \
                (4, 1, 340.0, 180.0, 160.0, 180.0, 0.875), \
                (4, 2, 1200.0, -90.0, 160.0, 180.0, 0.875), \
                (5, 2, 1200.0, 0.0, 160.0, 180.0, 0.875)]
                """, "\(read.output) \(read.messages)")
        // All objects, MOTA and IDF1 of 1, no exchanged identities.
        #expect(lines.last == "[4.0, 1.0, 1.0, 0.0]", "\(read.output) \(read.messages)")
    }

    @Test func pycocotoolsTakesTheBoxesForAnnotations() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Scene().export(.coco), to: "faces.json")
        let read = try await Consumer.run("evaluate_boxes.py", [path])
        // Six images, four faces; average precision and recall of 1.
        #expect(read.output == "6 4 face\n1.0 1.0\n", "\(read.output) \(read.messages)")
    }

    @Test func pympiAndPraatioReadTheSameBouts() async throws {
        let folder = try TemporaryFolder()
        var scene = Scene()
        for number in scene.observations.indices {
            for index in scene.observations[number].faces.indices {
                scene.observations[number].faces[index].yawAngle = number < 3 ? 30 : -30
            }
        }
        try folder.write(try scene.export(.eaf), to: "faces.eaf")
        try folder.write(try scene.export(.textgrid), to: "faces.TextGrid")
        let read = try await Consumer.run("read_bouts.py", [folder.path])
        let bouts = """
            {'face 1': [(33, 167, 'in view')], 'face 1 head': [(33, 133, 'left'), \
            (133, 167, 'right')], 'face 2': [(133, 200, 'in view')], \
            'face 2 head': [(133, 200, 'right')]}

            """
        #expect(read.output == bouts + bouts, "\(read.output) \(read.messages)")
    }

    @Test func pympiAndPraatioReadTheSameMarkers() async throws {
        let folder = try TemporaryFolder()
        var scene = Scene()
        scene.events[1] = ["<begin>\nof it", "end"].map { MarkerTests.marker($0, 50) }
        try folder.write(try scene.export(.eaf), to: "faces.eaf")
        try folder.write(try scene.export(.textgrid), to: "faces.TextGrid")
        let read = try await Consumer.run("read_markers.py", [folder.path])
        #expect(
            read.output == """
                [(50, 51, '<begin>\\nof it'), (51, 91, 'end')]
                [(50, '<begin> of it'), (51, 'end')]

                """, "\(read.output) \(read.messages)")
    }

    @Test func datumaroImportsBoxesAndTracks() async throws {
        let folder = try TemporaryFolder()
        let manager = FileManager.default
        for path in ["coco/annotations", "cvat", "mot"] {
            try manager.createDirectory(
                atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
        }
        try folder.write(
            try Scene().export(.coco), to: "coco/annotations/instances_faces.json")
        try folder.write(try Scene().export(.cvat), to: "cvat/faces.xml")
        try folder.write(try Scene().export(.motGT), to: "mot/faces.zip")
        let read = try await Consumer.run("read_datasets.py", [folder.path])
        #expect(
            read.output == """
                [('frame_000001', 320.0, 180.0, 160.0, 180.0), \
                ('frame_000003', 340.0, 180.0, 160.0, 180.0), \
                ('frame_000003', 1200.0, -90.0, 160.0, 180.0), \
                ('frame_000004', 1200.0, 0.0, 160.0, 180.0)]
                True
                True [('face', 0)] [('3', 0, 1, True)]

                """, "\(read.output) \(read.messages)")
    }
}
