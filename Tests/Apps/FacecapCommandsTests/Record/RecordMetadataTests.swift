// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `meta KEY TYPE VALUE` on the standard input of `facecap record`, and who reads it back.
@Suite struct RecordMetadataTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    private func path(_ name: String) -> String { recording.folder.path + "/" + name }

    private static let lines = [
        ("utf8", "Grüße, alle"), ("json", #"{"a": [1, 2.5]}"#), ("float32", "-1.5"),
        ("float64", "21.53"), ("int8", "-128"), ("int16", "-32768"), ("int32", "-2147483648"),
        ("int64", "-9223372036854775808"), ("uint8", "255"), ("uint16", "65535"),
        ("uint32", "4294967295"), ("uint64", "18446744073709551615"), ("point", "0.5,0.25"),
        ("dimensions", "1920,1080"), ("rect", "0.25, 0, 0.5,1"),
    ]

    /// Records metadata of every type at once, and of one that holds for a while.
    private func record(_ more: [String] = []) async throws {
        let command = try await recording.start(TestRecording.live, more)
        for (type, value) in Self.lines {
            try command.send(line: "meta org.example.\(type) \(type) \(value)")
        }
        try command.send(line: "meta 600ms org.example.phase utf8 warm-up")
        #expect(await command.waitForLines(30))
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(!run.messages.contains("org.example"), "\(run.messages)")
    }

    private func inspect(_ path: String) async throws -> [String: [String: Any]] {
        let run = try await CommandRunner.run(["inspect", "--json", path])
        let object = try #require(JSONLines.parse(run.output).first)
        let values = try #require(object["timed_metadata"] as? [[String: Any]])
        return Dictionary(
            values.map { ($0["key"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first }
        )
    }

    private func exported(_ path: String) async throws -> [[String: Any]] {
        let run = try await CommandRunner.run(["export", path, "--format", "jsonl"])
        #expect(run.exitCode == 0, "\(run.messages)")
        return try JSONLines.parse(run.output).filter { $0["event"] as? String == "metadata" }
    }

    @Test(
        arguments: [
            (
                ["org.facecap.detector=me"],
                "org.facecap.detector of --metadata has a meaning of its own"
            ),
            (
                ["com.apple.quicktime.software=me"],
                "software of --metadata has a meaning of its own"
            ),
            (
                ["org.x.a=1", "org.x.b=2", "org.x.a=1"],
                "The key org.x.a of --metadata is given twice"
            ),
        ], ["movie.mp4", "sound.m4a"])
    func aKeyThatSomebodyElseWritesIsRefused(
        refused: (items: [String], message: String), name: String
    ) async throws {
        let run = try await CommandRunner.run(
            ["record", path(name)]
                + (name == "sound.m4a" ? ["--audio", "tone"] : ["--source", "synthetic"])
                + refused.items.flatMap { ["--metadata", $0] })
        #expect(run.exitCode == 64 && run.output == "")
        #expect(run.messages.contains(refused.message), "\(run.messages)")
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
        #expect(recording.folder.contents == [])
    }

    @Test func valuesOfEveryTypeComeBack() async throws {
        try await record()
        let values = try await inspect(recording.path)
        #expect(values.count == 16)
        for (type, text) in Self.lines {
            let value = try #require(values["org.example." + type])
            #expect(value["type"] as? String == type)
            if let numbers = value["value"] as? [Double] {
                #expect(
                    numbers
                        == text.split(separator: ",").compactMap { Double($0.drop { $0 == " " }) })
            } else if let word = value["value"] as? String {
                #expect(word == text)
            } else {
                #expect((value["value"] as? NSNumber)?.stringValue == text)
            }
        }
        #expect(abs((values["org.example.phase"]?["duration"] as? Double ?? 0) - 0.6) < 0.04)
        let page = try await CommandRunner.run(["inspect", recording.path])
        #expect(page.output.contains("Timed metadata\n") && page.output.contains("Grüße, alle"))
        let events = try await exported(recording.path)
        #expect(events.count == 16)
        #expect(
            events.first { $0["key"] as? String == "org.example.float64" }?["number"] as? Double
                == 21.53)
        #expect(
            events.first { $0["key"] as? String == "org.example.point" }?["numbers"] as? [Double]
                == [0.5, 0.25])
        let strip = try await CommandRunner.run([
            "strip", "--markers", recording.path, path("none.mp4"),
        ])
        #expect(strip.exitCode == 0)
        #expect(try await inspect(path("none.mp4")).isEmpty)
    }

    @Test(.enabled(if: Python.has("jsonschema"), "needs python3-jsonschema"))
    func anExportKeepsTheSchema() async throws {
        try await record()
        let run = try await CommandRunner.run(["export", recording.path, "--format", "jsonl"])
        let check = try await Python.run(
            """
            import json, sys, jsonschema
            checker = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
            for line in sys.stdin:
                checker.validate(json.loads(line))
            """, arguments: [Repository.path("docs/stream.schema.json")],
            input: Array(run.output.utf8))
        #expect(check.exitCode == 0, "\(check.messages)")
    }

    @Test(
        .enabled(if: InstalledProgram.exiftool != nil, "needs exiftool"),
        arguments: ["record", "join", "render", "redact"])
    func exifToolReadsWhatEachCommandKeeps(command: String) async throws {
        try await record()
        let before = try await inspect(recording.path)
        var movie = recording.path
        if command != "record" {
            movie = path("out.mp4")
            let words =
                command == "join"
                ? [recording.path, recording.path, "-o", movie]
                : [recording.path, movie]
                    + (command == "redact" ? CheapDetection.ofOneFace + ["--keep-metadata"] : [])
            let run = try await CommandRunner.run([command] + words)
            #expect(run.exitCode == 0, "\(run.messages)")
        }
        let after = try await inspect(movie)
        #expect(Set(after.keys) == Set(before.keys))
        for (key, value) in before {
            #expect("\(after[key]?["value"] ?? 0)" == "\(value["value"] ?? 1)")
            #expect(after[key]?["time"] as? Double == value["time"] as? Double)
        }
        let tool = try await CommandRunner.run(
            ["-ee", "-a", "-s", "-n", movie], of: try #require(InstalledProgram.exiftool))
        let lines = tool.output.split(separator: "\n")
        for (tag, value) in [
            ("Utf8", "Grüße, alle"), ("Float64", "21.53"), ("Int8", "-128"),
            ("Uint32", "4294967295"),
            ("Rect", "0.25 0 0.5 1"), ("Phase", "warm-up"),
        ] {
            #expect(
                lines.contains {
                    $0.hasPrefix("MdtaorgExample\(tag) ") && $0.hasSuffix(": " + value)
                },
                "\(tag) of \(command)")
        }
    }

    @Test func whatIsNoMetadataIsToldAndTheRecordingGoesOn() async throws {
        let command = try await recording.start()
        for (line, message) in [
            ("meta", "has a key, a type and a value"),
            ("meta a.b", "has a key, a type and a value"),
            ("meta bad uint8 1", "'bad' is no name in reverse DNS notation"),
            ("meta org.facecap.marker utf8 x", "has a meaning of its own"),
            ("meta a.b float99 1", "'float99' is unknown; choose one of utf8"),
            ("meta a.b uint8 256", "'256' is no uint8"), ("meta a.b uint8 ", "'' is no uint8"),
            ("meta a.b int8 1.5", "'1.5' is no int8"),
            ("meta a.b float64 nan", "'nan' is no float64"),
            ("meta a.b point 1", "'1' is no point"), ("meta a.b rect 1,2,3,x", "is no rect"),
            ("meta a.b point 1,x,2", "'1,x,2' is no point"),
            ("meta a.b json {]", "'{]' is no json"),
            ("meta 0s a.b uint8 1", "cannot hold for '0s'"),
            ("meta a.b utf8 " + String(repeating: "x", count: 40_000), "longer than 16384 bytes"),
        ] {
            try command.send(line: line)
            #expect(
                await command.waitForMessage(message), "\(line.prefix(40)): \(command.messages)")
        }
        try command.send(line: "meta a.b utf8 \u{1B}[2J")
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
        #expect(try await inspect(recording.path).count == 1)
        let page = try await CommandRunner.run(["inspect", recording.path])
        #expect(!page.output.contains("\u{1B}"))
    }

    /// Keys that nobody knew when the file began.
    @Test(arguments: 0..<3)
    func afterAKillWhatWasSaidASecondBeforeIsThere(number: Int) async throws {
        let command = try await recording.start()
        try command.send(line: "meta org.example.begin uint8 \(number)")
        try command.send(line: "meta 1h org.example.long utf8 on")
        #expect(await command.waitForLines(20 + 7 * number))
        try command.send(line: "meta org.example.later float64 0.5")
        // What stands before it was read.
        try command.send(line: "what")
        #expect(await command.waitForMessage("cannot do 'what'"))
        #expect(await command.waitForLines(command.lineCount + 60))
        command.send(SIGKILL)
        _ = await command.result()
        let torn = try await inspect(recording.path)
        #expect(torn.count == 3, "\(torn.keys)")
        let run = try await CommandRunner.run(["recover", recording.path])
        #expect(run.exitCode == 0, "\(run.messages)")
        let whole = try await inspect(recording.path)
        #expect(whole["org.example.begin"]?["value"] as? Int == number)
        #expect(whole["org.example.later"]?["value"] as? Double == 0.5)
        let length = try #require(whole["org.example.long"]?["duration"] as? Double)
        #expect(length > 1, "\(length)")
    }
}
