// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import FaceValues
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct ModelStoreTests {
    let folder: TemporaryFolder
    let store: ModelStore

    init() throws {
        folder = try TemporaryFolder()
        store = ModelStore(manifest: try ExampleModel.manifest(), folders: [folder.path])
    }

    @Test func handsOutTheBytesItVerified() throws {
        let path = try folder.write(ExampleModel.bytes, to: "example.onnx")
        let model = try store.loadModel()
        #expect(model.bytes == ExampleModel.bytes)
        #expect(model.path == path)
        #expect(model.entry.name == "example")
    }

    @Test func followsSymbolicLinks() throws {
        try folder.write(ExampleModel.bytes, to: "elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/example.onnx", withDestinationPath: "elsewhere")
        #expect(try store.loadModel().bytes == ExampleModel.bytes)
    }

    @Test func takesTheFirstFolderThatHasTheFile() throws {
        let other = try TemporaryFolder()
        try other.write(ExampleModel.bytes, to: "example.onnx")
        let store = ModelStore(
            manifest: store.manifest, folders: [folder.path, other.path])
        #expect(try store.loadModel().path == other.path + "/example.onnx")
        try folder.write(ExampleModel.bytes, to: "example.onnx")
        #expect(try store.loadModel().path == folder.path + "/example.onnx")
    }

    @Test func aDamagedFileIsRefusedAlsoWhereAGoodOneFollows() throws {
        let other = try TemporaryFolder()
        try other.write(ExampleModel.bytes, to: "example.onnx")
        let path = try folder.write(Array("hello, modeL".utf8), to: "example.onnx")
        let store = ModelStore(manifest: store.manifest, folders: [folder.path, other.path])
        let error = #expect(throws: FacecapError.self) { try store.loadModel() }
        #expect(error?.code == .modelMismatch)
        #expect(
            error?.message == """
                The model \(path) is not the one known as example: expected sha256 \
                \(ExampleModel.sha256) (12 bytes), found \
                77edb2b8f38ac08b4360d83e1c2b9e03dfe8a9ca2ca2f4c69f1d66229fcd8ee2 (12 bytes); \
                replace it with: facecap models fetch example
                """)
    }

    @Test func anEmptyFileIsAMismatch() throws {
        try folder.write([], to: "example.onnx")
        let error = #expect(throws: FacecapError.self) { try store.loadModel() }
        #expect(error?.code == .modelMismatch)
    }

    @Test func whatIsNotFoundIsNamedWithTheFoldersAndTheRemedy() {
        let error = #expect(throws: FacecapError.self) { try store.loadModel() }
        #expect(error?.code == .modelNotFound)
        #expect(
            error?.message == "The model example was not found in \(folder.path);"
                + " get it with: facecap models fetch example")
    }

    @Test func refusesAFolder() throws {
        try folder.write([], to: "example.onnx/file")
        let error = #expect(throws: FacecapError.self) { try store.loadModel() }
        #expect(error?.code == .modelUnreadable)
    }

    @Test func refusesAFIFOWithoutWaitingForItsWriter() {
        #expect(mkfifo(folder.path + "/example.onnx", 0o600) == 0)
        let error = #expect(throws: FacecapError.self) { try store.loadModel() }
        #expect(error?.code == .modelUnreadable)
    }

    @Test func refusesAFileThatIsTooLargeBeforeReadingIt() throws {
        let path = try folder.write([], to: "example.onnx")
        #expect(truncate(path, ModelManifest.maximumFileSize + 1) == 0)
        let error = #expect(throws: FacecapError.self) { try store.loadModel() }
        #expect(error?.code == .modelUnreadable)
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func theKnownModelsAreTheSharedOnes() throws {
        let manifest = try ModelManifest.builtIn()
        let store = ModelStore(manifest: manifest, folders: [SharedMedia.path("models")])
        for entry in manifest.entries {
            #expect(try store.loadModel(named: entry.name).bytes.count == entry.size)
        }
    }
}
