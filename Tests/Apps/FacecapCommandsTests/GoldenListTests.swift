// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

/// What users build upon, as lists: a change of them is seen. They are written again with
/// `FACECAP_UPDATE_GOLDEN=1`; the exit codes are such a list in `docs/exit-codes.md`.
@Suite struct GoldenListTests {
    private static let folder = "Tests/Apps/FacecapCommandsTests/Golden/"
    private static let source =
        "synthetic:faces=2,size=320x240,fps=10,seed=7,motion=still,pace=fast,frames=8"

    @Test func theOptionsOfEveryCommandAreThoseOfTheList() throws {
        let lines = FacecapProgram.root.walk().flatMap { words, command in
            (command.options + command.operands).map {
                (words + [$0.synopsis]).joined(separator: " ")
            }
        }
        try GoldenFile.expect(
            lines.joined(separator: "\n") + "\n", at: Self.folder + "options.txt")
    }

    @Test func theFieldsOfEveryRecordAreThoseOfTheList() async throws {
        let folder = try TemporaryFolder()
        let movie = folder.path + "/movie.mp4"
        let common = ["--json", "--source", Self.source] + CheapDetection.ofTwoFaces
        let calls = [
            ["live", "--truth", "--landmarks", "--detect-every", "2"] + common,
            ["record", movie, "--marker", "one"] + common,
            ["photo", folder.path + "/photo.jpg", "--landmarks"] + common,
            ["inspect", "--json", movie],
            ["export", "--format", "jsonl", movie],
        ]
        var fields: Set<String> = []
        for call in calls {
            let run = try await CommandRunner.run(call)
            #expect(run.exitCode == 0, "\(run.messages)")
            for record in try JSONLines.parse(run.output) {
                let kind = record["type"] as? String ?? record["schema"] as? String ?? ""
                fields.formUnion(Self.fields(record).map { "\(call[0]) \(kind) \($0)" })
            }
        }
        try GoldenFile.expect(
            fields.sorted().joined(separator: "\n") + "\n", at: Self.folder + "fields.txt")
    }

    /// The paths of all values in a record.
    private static func fields(_ value: Any) -> [String] {
        if let values = value as? [Any] { return values.flatMap(fields) }
        guard let record = value as? [String: Any] else { return [] }
        return record.flatMap { key, value in [key] + fields(value).map { "\(key).\($0)" } }
    }

    /// What movies say of their frames, which is the same on every machine of one architecture.
    @Test(arguments: [
        ("plain.mp4", ["--marker", "one"]), ("landmarks.mov", ["--landmarks"]),
        ("hidden.mp4", ["--redact", "box"]), ("faces.mp4", ["--metadata-only"]),
        ("seldom.mp4", ["--detect-every", "5"]),
    ])
    func recordingsTellWhatTheyToldBefore(name: String, options: [String]) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + name
        let recording = try await CommandRunner.run(
            ["record", path, "--no-clock", "--source", Self.source] + CheapDetection.ofTwoFaces
                + options)
        #expect(recording.exitCode == 0, "\(recording.messages)")
        let faces = try await CommandRunner.run(
            ["export", name, "--format", "jsonl"], workingDirectory: folder.path)
        let inspection = try await CommandRunner.run(["inspect", "--json", path])
        let whole = try #require(try JSONLines.parse(inspection.output).first)
        let tracks = try #require(whole["tracks"] as? [[String: Any]])
        let lines = tracks.map { track in
            ["kind", "codec", "name", "samples", "start", "duration", "width", "height"]
                .compactMap { key in track[key].map { "\(key)=\($0)" } }.joined(separator: " ")
        }
        try GoldenFile.expect(
            lines.joined(separator: "\n") + "\n" + faces.output,
            at: Self.folder + "recording-\(name).txt")
    }
}
