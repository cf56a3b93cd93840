// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

@Suite struct ModelFetcherTests {
    let origin: TemporaryFolder
    let target: TemporaryFolder
    let fetcher = ModelFetcher(protocols: "=file")

    init() throws {
        origin = try TemporaryFolder()
        target = try TemporaryFolder()
    }

    private func entry(sending bytes: [UInt8]) throws -> ModelEntry {
        let path = try origin.write(bytes, to: "example.onnx")
        return try ExampleModel.manifest(address: "file://" + path).defaultEntry
    }

    @Test func fetchesIntoAFolderThatItMakes() throws {
        let folder = target.path + "/new/models"
        let path = try fetcher.fetch(entry(sending: ExampleModel.bytes), into: folder)
        #expect(path == folder + "/example.onnx")
        let store = ModelStore(manifest: try ExampleModel.manifest(), folders: [folder])
        #expect(try store.loadModel().bytes == ExampleModel.bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["example.onnx"])
    }

    @Test func replacesADamagedFile() throws {
        let damaged = try target.write([1, 2, 3], to: "example.onnx")
        _ = try fetcher.fetch(entry(sending: ExampleModel.bytes), into: target.path)
        #expect(try Array(Data(contentsOf: URL(filePath: damaged))) == ExampleModel.bytes)
        #expect(target.contents == ["example.onnx"])
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func whereNothingCanBeWrittenThatIsSaidAsOfEveryFile() throws {
        let entry = try entry(sending: ExampleModel.bytes)
        func code(_ folder: String) -> FacecapError.Code? {
            #expect(throws: FacecapError.self) { try fetcher.fetch(entry, into: folder) }?.code
        }
        let disk = try SmallFileSystem(kilobytes: 8)
        try Data(count: 8192).write(to: URL(filePath: disk.path("filler")))
        #expect(code(disk.path()) == .storageFull)
        #expect(disk.contents == ["filler"])
        try disk.makeReadOnly()
        #expect(code(disk.path()) == .permissionDenied)
        #expect(code(disk.path("filler")) == .outputFailed)
        #expect(code(target.path + "/" + String(repeating: "n", count: 256)) == .outputFailed)
    }

    @Test(arguments: ["hello, modeL", "hello", "", "hello, model and more of it"])
    func keepsNothingThatIsNotTheModel(text: String) throws {
        let entry = try entry(sending: Array(text.utf8))
        let error = #expect(throws: FacecapError.self) {
            try fetcher.fetch(entry, into: target.path)
        }
        #expect(error?.code == .modelMismatch)
        #expect(target.contents == [])
    }

    @Test func aSenderWithoutEndIsCutOff() throws {
        let entry = try ExampleModel.manifest(address: "file:///dev/zero").defaultEntry
        let error = #expect(throws: FacecapError.self) {
            try fetcher.fetch(entry, into: target.path)
        }
        #expect(error?.code == .modelMismatch)
        #expect(error?.message.contains("larger than the 12 bytes") == true)
        #expect(target.contents == [])
    }

    @Test func saysInOneLineWhatCurlSaid() throws {
        let entry = try ExampleModel.manifest(address: "file:///nothing/here").defaultEntry
        let error = #expect(throws: FacecapError.self) {
            try fetcher.fetch(entry, into: target.path)
        }
        #expect(error?.code == .networkFailed)
        #expect(error?.message.hasPrefix("Cannot fetch example: curl: (37) ") == true)
        #expect(error?.message.contains("\n") == false)
    }

    @Test func speaksHTTPSOnlyUnlessToldOtherwise() throws {
        let entry = try entry(sending: ExampleModel.bytes)
        let error = #expect(throws: FacecapError.self) {
            try ModelFetcher().fetch(entry, into: target.path)
        }
        #expect(error?.code == .networkFailed)
        #expect(target.contents == [])
    }

    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        let file = try target.write([], to: "file")
        let entry = try entry(sending: ExampleModel.bytes)
        let error = #expect(throws: FacecapError.self) {
            try fetcher.fetch(entry, into: file + "/models")
        }
        #expect(error?.code == .outputFailed)
        #expect(error?.message.contains(file + "/models") == true)
    }

    @Test func aFolderInThePlaceOfTheFileStaysAndNothingIsLeftBehind() throws {
        try target.write([], to: "example.onnx/kept")
        let entry = try entry(sending: ExampleModel.bytes)
        let error = #expect(throws: FacecapError.self) {
            try fetcher.fetch(entry, into: target.path)
        }
        #expect(error?.code == .outputFailed)
        #expect(target.contents == ["example.onnx"])
    }

    @Test func goesOnWithTheNextSource() throws {
        let path = try origin.write(ExampleModel.bytes, to: "example.onnx")
        let wrong = try origin.write([1, 2, 3], to: "wrong")
        let sources = ["file:///nothing/here", "file://" + wrong, "file://" + path].map {
            #"{"url": "\#($0)"}"#
        }
        let entry = try ExampleModel.manifest(
            sources: "[\(sources.joined(separator: ", "))]"
        ).defaultEntry
        _ = try fetcher.fetch(entry, into: target.path)
        #expect(target.contents == ["example.onnx"])
    }

    @Test func saysWhatEverySourceSaid() throws {
        let entry = try ExampleModel.manifest(
            sources: #"[{"url": "file:///nothing/here"}, {"url": "file:///dev/zero"}]"#
        ).defaultEntry
        let error = #expect(throws: FacecapError.self) {
            try fetcher.fetch(entry, into: target.path)
        }
        #expect(error?.code == .networkFailed)
        #expect(error?.message.contains("curl: (37) ") == true)
        #expect(error?.message.contains("larger than the 12 bytes") == true)
        #expect(target.contents == [])
    }

    @Test func asksAboutAddressesAndRunsNoPythonForWheels() throws {
        let mark = target.path + "/run"
        let python = try origin.write(Array("#!/bin/sh\ntouch '\(mark)'\n".utf8), to: "python")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python)
        let path = try origin.write(ExampleModel.bytes, to: "example.onnx")
        let wheel = #"{"wheel": {"package": "p", "version": "1", "member": "m"}}"#
        let fetcher = ModelFetcher(protocols: "=file", python: python)
        try fetcher.checkReachability(
            of: ExampleModel.manifest(sources: #"[\#(wheel), {"url": "file://\#(path)"}]"#)
                .defaultEntry)
        let error = #expect(throws: FacecapError.self) {
            try fetcher.checkReachability(
                of: ExampleModel.manifest(
                    sources: #"[{"url": "file:///nothing/here"}, \#(wheel)]"#
                ).defaultEntry)
        }
        #expect(error?.message.contains("curl: (37) ") == true)
        #expect(target.contents == [])
    }
}
