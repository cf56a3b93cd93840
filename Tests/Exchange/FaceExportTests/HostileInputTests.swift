// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceStream
import FaceValues
import TestSupport
import Testing

@Suite struct HostileInputTests {
    static let name = "a\"b'c<d>&]]> --> é\u{1F600}\r\n\t,;\\ "

    /// Reads a file as its readers do, and prints the name that it found in it.
    static let reader = """
        import csv, io, json, sys, zipfile, xml.etree.ElementTree as tree
        format, data = sys.argv[1], sys.stdin.buffer.read()
        if format == "mot-gt":
            archive = zipfile.ZipFile(io.BytesIO(data))
            assert archive.testzip() is None
            assert archive.read("gt/labels.txt") == b"face\\n"
            data = archive.read("gt/gt.txt")
        text = data.decode("utf-8", "strict")
        def number(field):
            if field: float(field)
        def refuse(word): raise ValueError(word)
        def load(text): return json.loads(text, parse_constant=refuse)
        name = ""
        if format == "jsonl":
            records = [load(line) for line in text.split("\\n")[:-1]]
            name = records[0]["source"]["name"]
        elif format == "vtt":
            blocks = text.split("\\n\\n")
            assert blocks[0] == "WEBVTT"
            name = load(blocks[1].removeprefix("NOTE "))["source"]["name"]
            for block in blocks[2:]:
                timing, payload = block.strip().split("\\n")
                start, end = timing.split(" --> ")
                load(payload)
        elif format == "coco":
            data = load(text)
            name = data["videos"][0]["name"]
            assert all(len(a["bbox"]) == 4 for a in data["annotations"])
        elif format == "cvat":
            root = tree.fromstring(text)
            name = root.find("meta/task/name").text
            for box in root.iter("box"):
                for side in ("xtl", "ytl", "xbr", "ybr"): float(box.get(side))
        elif format == "eaf":
            root = tree.fromstring(text)
            name = root.find("HEADER/MEDIA_DESCRIPTOR").get("RELATIVE_MEDIA_URL")[2:]
            times = {s.get("TIME_SLOT_ID"): int(s.get("TIME_VALUE")) for s in root.iter("TIME_SLOT")}
            for a in root.iter("ALIGNABLE_ANNOTATION"):
                assert times[a.get("TIME_SLOT_REF1")] < times[a.get("TIME_SLOT_REF2")]
        elif format == "boris":
            project = load(text)
            (name, observation), = project["observations"].items()
            states = {}
            for time, face, code, *_ in observation["events"]:
                states[face, code] = not states.get((face, code))
            assert not any(states.values())
        elif format == "textgrid":
            ends = [float(line.split(" = ")[1]) for line in text.split("\\n") if "xmax" in line]
            assert len(ends) > 1 and max(ends) == ends[0]
        else:
            rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
            assert len({len(row) for row in rows}) == 1 or format == "mot-gt" and not rows, rows
            words = {"csv": (2, 3, 17)}.get(format, ())
            for row in rows[(0 if format in ("mot", "mot-gt") else 1):]:
                for index, field in enumerate(row):
                    if index not in words: number(field)
        sys.stdout.buffer.write(name.encode())
        """

    static var faces: [MetadataFaceObject] {
        let values: [Double] = [
            .nan, .infinity, -.infinity, 1e300, -1e308, .leastNonzeroMagnitude, 0, -1,
        ]
        return values.enumerated().map { index, value in
            var face = Scene.turnedFace
            face.faceID = index + 1
            face.bounds.x = value
            face.bounds.width = -value
            face.confidence = value
            face.rollAngle = value
            face.pitchAngle = value
            face.landmarks?.nose = Point(x: value, y: value)
            face.ageNanoseconds = .min
            return face
        }
    }

    @Test(arguments: FaceExportFormat.allCases)
    func whateverComesTheFileStaysWellFormed(_ format: FaceExportFormat) async throws {
        var scene = Scene()
        scene.info.sourceName = Self.name
        scene.info.frameRate = .infinity
        scene.observations = [
            Scene.observation(0, .min, faces: Self.faces),
            Scene.observation(1, .max, .skipped(.detectorError), faces: Self.faces),
            Scene.observation(.max, 0, faces: [Scene.face(.max, x: 0), Scene.face(.min, x: 0)]),
            Scene.observation(-1, 0, faces: [Scene.face(1, x: 0)]),
        ]
        let bytes = try scene.export(format)
        let result = try await Python.run(Self.reader, arguments: [format.rawValue], input: bytes)
        #expect(result.exitCode == 0, "\(result.messages)")
        let hasName: [FaceExportFormat] = [.jsonl, .vtt, .coco, .cvat, .eaf, .boris]
        #expect(result.output == (hasName.contains(format) ? Self.name : ""))
    }

    @Test(arguments: FaceExportFormat.allCases)
    func noFramesAreAWholeFileToo(_ format: FaceExportFormat) async throws {
        var scene = Scene()
        scene.observations = []
        let bytes = try scene.export(format)
        let result = try await Python.run(Self.reader, arguments: [format.rawValue], input: bytes)
        #expect(format == .mot || result.exitCode == 0, "\(result.messages)")
        #expect(format != .mot || bytes == [])
    }

    @Test func aNameBeginsBehindASlashThatAMarkCombinesWith() throws {
        var scene = Scene()
        scene.info.sourceName = "videos/\u{301}talk.mp4"
        let url = Array("\"./\u{301}talk.mp4\"".utf8)
        #expect(try scene.export(.eaf).firstRange(of: url) != nil)
    }

    @Test func charactersThatXMLDoesNotHaveAreReplaced() throws {
        var scene = Scene()
        scene.info.sourceName = "a\u{0}b\u{1B}c\u{FFFE}d"
        #expect(try scene.text(.cvat).contains("<name>a\u{FFFD}b\u{FFFD}c\u{FFFD}d</name>"))
    }
}
