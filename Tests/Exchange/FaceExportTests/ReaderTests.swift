// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceValues
import Glibc
import TestSupport
import Testing

/// What independent readers find in the files.
@Suite struct ReaderTests {
    @Test(.enabled(if: Python.has("jsonschema"), "needs python3-jsonschema"))
    func jsonLinesKeepTheSchemaOfTheStream() async throws {
        var scene = Scene()
        scene.info.detectorName = nil
        let check = try await Python.run(
            """
            import json, sys, jsonschema
            checker = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
            for line in sys.stdin:
                checker.validate(json.loads(line))
            """, arguments: [Repository.path("docs/stream.schema.json")],
            input: try scene.export(.jsonl))
        #expect(check.exitCode == 0, "\(check.messages)")
    }

    /// As of an iPhone's movie, whose track has none.
    @Test(arguments: [FaceExportFormat.jsonl, .csv, .mot, .cvat, .coco, .openface])
    func aConfidenceThatIsNotKnownIsNotMadeUp(_ format: FaceExportFormat) throws {
        var scene = Scene()
        let known = String(decoding: try scene.export(format), as: UTF8.self)
        #expect(known.contains("0.875"))
        for index in scene.observations.indices {
            for face in scene.observations[index].faces.indices {
                scene.observations[index].faces[face].confidence = nil
            }
        }
        let text = String(decoding: try scene.export(format), as: UTF8.self)
        #expect(!text.contains("0.875"), "\(text)")
        switch format {
        case .jsonl: #expect(!text.contains("confidence"))
        case .coco: #expect(!text.contains("\"score\""))
        case .mot: #expect(text.split(separator: "\n").allSatisfy { $0.contains(",-1,-1,-1,-1") })
        default: break
        }
    }

    @Test func cuesBeginAndEndAsFFmpegReadsThem() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Scene().export(.vtt), to: "scene.vtt")
        let probe = try await CommandRunner.run(
            [
                "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of",
                "csv=print_section=0", path,
            ], of: "/usr/bin/ffprobe")
        #expect(
            probe.output.split(separator: "\n") == [
                "0.000000,0.033000", "0.033000,0.033000", "0.066000,0.067000",
                "0.133000,0.033000", "0.166000,0.034000", "0.200000,0.033000",
            ])
    }

    @Test(.enabled(if: access("/usr/bin/unzip", X_OK) == 0, "needs unzip"))
    func unzipFindsTheArchiveWhole() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Scene().export(.motGT), to: "faces.zip")
        let check = try await CommandRunner.run(["-t", path], of: "/usr/bin/unzip")
        #expect(check.exitCode == 0 && check.messages.isEmpty, "\(check.output)")
        #expect(check.output.contains("No errors detected"))
    }

    /// The end of the archive, with its directory, is missing after a run that was killed.
    @Test func anArchiveThatBrokeOffStillHoldsItsRows() async throws {
        let scene = Scene()
        var exporter = try FaceExportFormat.motGT.makeExporter(scene.info)
        var bytes = exporter.begin()
        for observation in scene.observations {
            bytes += exporter.append(observation, displayedFromStored: .identity)
        }
        let found = try await Python.run(
            """
            import struct, sys, zlib
            data, names = sys.stdin.buffer.read(), []
            while data.startswith(b"PK\\x03\\x04"):
                length, extra = struct.unpack("<HH", data[26:30])
                names.append(data[30:30 + length].decode())
                inflate = zlib.decompressobj(-15)
                text = inflate.decompress(data[30 + length + extra:])
                data = inflate.unused_data[16:]
            print(names, inflate.eof, len(text.splitlines()))
            """, input: bytes)
        #expect(
            found.output == "['gt/labels.txt', 'gt/gt.txt'] False 5\n", "\(found.messages)")
    }

    /// The observed faces as frame from 0, id and box in pixels, from seven files in as many forms.
    @Test func allFormatsTellOfTheSameFaces() async throws {
        let folder = try TemporaryFolder()
        let scene = Scene()
        for format in FaceExportFormat.allCases {
            try folder.write(try scene.export(format), to: format.rawValue)
        }
        let found = try await Python.run(
            """
            import csv, io, json, os, sys, zipfile, xml.etree.ElementTree as tree
            os.chdir(sys.argv[1])
            def table(name): return csv.DictReader(open(name, newline=""))
            def face(frame, id, *box): return (int(frame), int(id), *map(float, box))
            def records(lines):
                for record in map(json.loads, lines):
                    for f in record.get("faces", []):
                        if f["state"] == "observed":
                            b = f["bounds"]
                            yield face(record["frame"], f["id"], b["x"] * 1280, b["y"] * 720,
                                       b["width"] * 1280, b["height"] * 720)
            coco = json.load(open("coco"))
            frames = {image["id"]: image["frame_index"] for image in coco["images"]}
            assert list(frames.values()) == list(range(6))
            found = {
                "csv": [face(r["frame"], r["id"], r["left_px"], r["top_px"], r["width_px"],
                             r["height_px"]) for r in table("csv") if r["state"] == "observed"],
                "mot": [face(int(r[0]) - 1, *r[1:6]) for r in csv.reader(open("mot"))],
                "mot-gt": [face(int(r[0]) - 1, *r[1:6]) for r in csv.reader(io.StringIO(
                           zipfile.ZipFile("mot-gt").read("gt/gt.txt").decode()))
                           if r[6:] == ["1", "1", "1"]],
                "coco": [face(frames[a["image_id"]], a["track_id"], *a["bbox"])
                         for a in coco["annotations"]],
                "cvat": sorted(
                    face(b.get("frame"), track.get("id"), b.get("xtl"), b.get("ytl"),
                         float(b.get("xbr")) - float(b.get("xtl")),
                         float(b.get("ybr")) - float(b.get("ytl")))
                    for track in tree.parse("cvat").iter("track") for b in track
                    if b.get("outside") == b.get("occluded") == "0"),
                "jsonl": list(records(open("jsonl"))),
                "vtt": list(records(l for l in open("vtt") if l.startswith("{"))),
            }
            for name, faces in found.items():
                print(name, faces == found["csv"], len(faces))
            print([(int(r["frame"]) - 1, int(r["face_id"])) for r in table("openface")
                   if r["success"] == "1"] == [f[:2] for f in found["csv"]])
            """, arguments: [folder.path])
        #expect(
            found.output == """
                csv True 4
                mot True 4
                mot-gt True 4
                coco True 4
                cvat True 4
                jsonl True 4
                vtt True 4
                True

                """, "\(found.messages)")
    }
}
