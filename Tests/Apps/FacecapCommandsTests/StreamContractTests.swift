// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Real output against `docs/stream.schema.json` and against the golden record of a short run.
@Suite struct StreamContractTests {
    private static let sources: [[String]] = [
        ["--source", LiveProgramTests.drawn, "--truth", "--landmarks"],
        ["--source", LiveProgramTests.drawn, "--no-clock", "--detect-every", "3"],
        [
            "--source", LiveProgramTests.drawn, "--screen", "1920x1080", "--gravity",
            "resizeAspectFill", "--mirror",
        ],
        ["--source", "synthetic:size=160x120,motion=enter-leave,faces=1", "--duration", "1s"],
        [
            "--source", LiveProgramTests.drawn, "--source",
            "right=synthetic:size=160x120,frames=3,pace=fast",
        ],
    ]

    @Test(
        .enabled(if: Python.has("jsonschema"), "needs python3-jsonschema"), arguments: sources)
    func everyLineKeepsTheSchema(_ arguments: [String]) async throws {
        let run = try await CommandRunner.run(
            ["live", "--json"] + CheapDetection.ofTwoFaces + arguments)
        try await Self.expectSchema(of: run.output)
    }

    /// Expects every line of a stream to keep the schema.
    static func expectSchema(of output: String) async throws {
        let check = try await Python.run(
            """
            import json, sys, jsonschema
            schema = json.load(open(sys.argv[1]))
            checker = jsonschema.Draft7Validator(schema)
            for line in sys.stdin:
                checker.validate(json.loads(line))
            """, arguments: [Repository.path("docs/stream.schema.json")],
            input: Array(output.utf8))
        #expect(check.exitCode == 0, "\(check.messages)")
    }

    /// The synthetic camera draws the same on every machine of one architecture, and Haar counts in
    /// whole numbers; the golden record is written again with `FACECAP_UPDATE_GOLDEN=1`.
    @Test func aShortRunEqualsItsGoldenRecord() async throws {
        let run = try await CommandRunner.run([
            "live", "--json", "--no-clock", "--truth", "--detector", "haar",
            "--source",
            "synthetic:faces=2,size=640x480,fps=30,seed=7,motion=still,pace=fast,frames=8",
        ])
        try GoldenFile.expect(
            run.output, at: "Tests/Apps/FacecapCommandsTests/Golden/still.jsonl")
    }
}
