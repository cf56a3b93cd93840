import FaceModels
import FaceValues
import FoundationEssentials
import Testing

@Suite struct ModelManifestTests {
    @Test func theBuiltInManifestKnowsThreeModelsAndUsesTheSmallerInputByDefault() throws {
        let manifest = try ModelManifest.builtIn()
        #expect(
            manifest.entries.map(\.name)
                == ["yunet_n_320_320", "yunet_n_640_640", "yunet_s_320_320"])
        #expect(manifest.defaultEntry.name == "yunet_n_320_320")
        #expect(manifest.entries.allSatisfy { $0.address.hasSuffix("/" + $0.file) })
        #expect(manifest.entries.allSatisfy { $0.address.hasPrefix("https://") })
    }

    @Test func theBuiltInManifestIsTheFileOfThePackage() throws {
        let path = #filePath.replacing(
            "Tests/FaceModelsTests/ModelManifestTests.swift", with: "models/manifest.json")
        let text = try Data(contentsOf: URL(filePath: path))
        #expect(try ModelManifest(json: Array(text)) == ModelManifest.builtIn())
    }

    @Test func readsEveryField() throws {
        let entry = try ExampleModel.manifest().defaultEntry
        #expect(entry.name == "example")
        #expect(entry.file == "example.onnx")
        #expect(entry.sha256 == ExampleModel.sha256)
        #expect(entry.size == 12)
        #expect(entry.licence == "CC0-1.0")
        #expect(entry.address == "https://example.org/example.onnx")
        #expect(entry.input.width == 64)
        #expect(entry.input.height == 32)
        #expect(entry.input.multipleOf == 32)
        #expect(entry.smallestFace == 10)
        #expect(entry.largestFace == 30)
    }

    @Test(arguments: [
        "", "[]", #"{"models": []}"#, #"{"models": [{"name": "x"}]}"#,
        ExampleModel.manifestText(name: ""),
        ExampleModel.manifestText(file: "../example.onnx"),
        ExampleModel.manifestText(file: ".."),
        ExampleModel.manifestText(sha256: "abc"),
        ExampleModel.manifestText(sha256: String(repeating: "G", count: 64)),
        ExampleModel.manifestText(size: 0),
        ExampleModel.manifestText(size: 1 << 40),
        ExampleModel.manifestText(multipleOf: 0),
        ExampleModel.manifestText(isDefault: false),
    ])
    func refusesWhatMakesNoSense(text: String) {
        let error = #expect(throws: FacecapError.self) {
            try ModelManifest(json: Array(text.utf8))
        }
        #expect(error?.code == .modelUnreadable)
    }

    @Test func anUnknownNameIsAnsweredWithTheKnownOnes() throws {
        let manifest = try ExampleModel.manifest()
        #expect(try manifest.entry(named: nil).name == "example")
        let error = #expect(throws: FacecapError.self) { try manifest.entry(named: "other") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message == "There is no model named \"other\"; known are example.")
    }
}
