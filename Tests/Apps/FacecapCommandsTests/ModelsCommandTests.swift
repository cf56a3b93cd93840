// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct ModelsCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func record(of name: String) throws -> ModelRecord {
        let store = ModelStore(manifest: try .builtIn(), folders: [folder.path])
        return ModelRecord(entry: try store.manifest.entry(named: name), store: store)
    }

    /// Puts what is not the default model in its place.
    private func writeWrongModel() throws -> String {
        try folder.write(Array("not a network".utf8), to: "yunet_n_320_320.onnx")
    }

    @Test func theListHasEveryModelOfTheManifest() async throws {
        let run = try await CommandRunner.run(["models", "list"])
        #expect(run.exitCode == 0)
        let entries = try ModelManifest.builtIn().entries
        for entry in entries {
            #expect(run.output.contains("\n\(entry.name)") || run.output.hasPrefix(entry.name))
            #expect(run.output.contains(entry.sha256))
        }
        #expect(run.output.contains("yunet_n_320_320 (default)\n"))
    }

    @Test func theListAsRecordsHasOneLineAModel() async throws {
        let path = try writeWrongModel()
        let run = try await CommandRunner.run([
            "models", "list", "--json", "--model-dir", folder.path,
        ])
        #expect(run.exitCode == 0)
        let records = try JSONLines.parse(run.output)
        let entries = try ModelManifest.builtIn().entries
        #expect(records.compactMap { $0["name"] as? String } == entries.map(\.name))
        #expect(records.first?["default"] as? Bool == true)
        #expect(records.first?["state"] as? String == "damaged")
        #expect(records.first?["path"] as? String == path)
        #expect(records.first?["size"] as? Int == entries.first?.size)
    }

    @Test func aMissingModelComesWithItsRemedy() throws {
        let record = try record(of: "yunet_s_320_320")
        #expect(record.state == .missing)
        #expect(record.path == nil)
        #expect(record.text.contains("missing, facecap models fetch yunet_s_320_320\n"))
    }

    @Test func aFolderInAModelsPlaceIsUnreadable() throws {
        try folder.write([], to: "yunet_n_320_320.onnx/inside")
        #expect(try record(of: "yunet_n_320_320").state == .unreadable)
    }

    @Test func verifyRefusesAWrongFileInOneLine() async throws {
        let path = try writeWrongModel()
        let run = try await CommandRunner.run(
            ["models", "verify", "yunet_n_320_320", "--model-dir", folder.path])
        #expect(run.exitCode == 78)
        #expect(run.output == "")
        #expect(run.messages.contains(path))
        #expect(run.messages.contains("facecap models fetch yunet_n_320_320"))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: ["verify", "fetch"])
    func anUnknownNameIsAUsageError(_ command: String) async throws {
        let run = try await CommandRunner.run([
            "models", command, "nonesuch", "--model-dir", folder.path,
        ])
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(run.messages.contains("nonesuch"))
        #expect(folder.contents == [])
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func verifyNamesTheFileItVerified() async throws {
        let models = SharedMedia.path("models")
        let run = try await CommandRunner.run([
            "models", "verify", "yunet_n_320_320", "--model-dir", models,
        ])
        #expect(run.exitCode == 0)
        #expect(
            run.output == "yunet_n_320_320: verified \(models)/yunet_n_320_320.onnx\n")
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func fetchLeavesAVerifiedModelAlone() async throws {
        let run = try await CommandRunner.run([
            "models", "fetch", "--model-dir", SharedMedia.path("models"),
        ])
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("yunet_n_320_320: already there, "))
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func everyModelIsInstalledWithItsLicenseAndUninstalled() async throws {
        let models = "\(folder.path)/usr/local/share/facecap/models"
        let install = try await CommandRunner.run(
            [CommandRunner.facecap, models], of: Repository.path("Scripts/install-models"),
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(install.exitCode == 0, "\(install.messages)")
        let files = try FileManager.default.contentsOfDirectory(atPath: models)
        let entries = try ModelManifest.builtIn().entries
        #expect(Set(files) == Set(entries.flatMap { [$0.file, $0.licenceFile] }))

        let uninstall = try await CommandRunner.run(
            ["uninstall", "DESTDIR=\(folder.path)", "PREFIX=/usr/local"], of: "/usr/bin/make",
            workingDirectory: Repository.path(""))
        #expect(uninstall.exitCode == 0, "\(uninstall.messages)")
        #expect(!FileManager.default.fileExists(atPath: models))
    }
}
