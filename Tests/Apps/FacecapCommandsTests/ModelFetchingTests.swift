// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

/// What is fetched when no model is named.
@Suite struct ModelFetchingTests {
    private let folder: TemporaryFolder
    private let bytes = Array("hello, model".utf8)
    private let sha256 = "01a783403405becdf49dc099415fdbdab1eb5f2980d47a46ce59909d0a6fcffe"

    init() throws { folder = try TemporaryFolder() }

    private var models: String { folder.path + "/models" }

    private func manifest(_ urls: [String]) throws -> ModelManifest {
        let entries = zip(["first", "second"], urls).map { name, url in
            """
            {"name": "\(name)", "detector": "\(name)", "file": "\(name).onnx",
            "sha256": "\(sha256)", "size": 12, "licence": "CC0-1.0", "licence_file": "LICENSE",
            "sources": [{"url": "\(url)"}], "input": {"width": 32, "height": 32,
            "multiple_of": 32}, "smallest_face": 10, "largest_face": 30, "default": true}
            """
        }
        let text = "{\"models\": [\(entries.joined(separator: ", "))]}"
        return try ModelManifest(json: Array(text.utf8))
    }

    /// Fetches the best of two models, each with its own detector, that are where `urls` say; or
    /// all of them.
    private func fetch(
        _ urls: [String], all: Bool = false
    ) throws -> (code: ExitCode, output: String, messages: String) {
        let logs = ["output", "messages"].map { "\(folder.path)/\($0)" }
        let descriptors = logs.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        defer { descriptors.forEach { close($0) } }
        let manifest = try manifest(urls)
        let fetching = ModelFetching(
            store: ModelStore(manifest: manifest, folders: [models]), folder: models,
            context: CommandContext(
                root: FacecapProgram.root, output: StandardOutput(descriptor: descriptors[0]),
                messages: Messages(descriptor: descriptors[1])),
            fetcher: ModelFetcher(protocols: "=file"))
        var code = ExitCode.success
        if all {
            code = try fetching.fetchAll(manifest.entries)
        } else {
            try fetching.fetchBest(of: manifest.defaultEntries)
        }
        let said = try logs.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return (code, said[0], said[1])
    }

    private func url() throws -> String { "file://" + (try folder.write(bytes, to: "sent")) }

    @Test func theBestThatCanBeHadIsEnough() throws {
        let run = try fetch([try url(), "file:///nothing"])
        #expect(run.code == .success)
        #expect(run.output == "first: fetched, \(models)/first.onnx\n")
        #expect(run.messages == "")
    }

    @Test func whereTheBestCannotBeReachedTheNextIsFetchedAndTheReasonSaid() throws {
        let run = try fetch(["file:///nothing", try url()])
        #expect(run.code == .success)
        #expect(run.output == "second: fetched, \(models)/second.onnx\n")
        #expect(run.messages.hasPrefix("facecap: Cannot fetch first: curl: (37) "))
        #expect(run.messages.hasSuffix(" Going on with second.\n"))
        let again = try fetch(["file:///nothing", try url()])
        #expect(again.output == "second: already there, \(models)/second.onnx\n")
    }

    @Test func aDamagedModelIsNotPassedOver() throws {
        try folder.write([1, 2, 3], to: "models/first.onnx")
        let error = #expect(throws: FacecapError.self) {
            try fetch(["file:///nothing", try url()])
        }
        #expect(error?.code == .networkFailed)
    }

    @Test func nothingThatCanBeHadIsAnError() throws {
        let error = #expect(throws: FacecapError.self) {
            try fetch(["file:///nothing", "file:///nowhere"])
        }
        #expect(error?.code == .networkFailed)
    }

    @Test func allOfThemAreTriedWhateverBecomesOfTheFirst() throws {
        let run = try fetch(["file:///nothing", try url()], all: true)
        #expect(run.code == .unavailable)
        #expect(run.output == "second: fetched, \(models)/second.onnx\n")
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }
}
