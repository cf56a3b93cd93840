// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

@Suite struct ModelManifestTests {
    @Test func theBuiltInManifestKnowsTwoDetectorsAndUsesTheSmallerYuNetByDefault() throws {
        let manifest = try ModelManifest.builtIn()
        #expect(
            manifest.entries.map(\.name)
                == [
                    "yunet_n_320_320", "yunet_n_640_640", "yunet_s_320_320", "centerface",
                    "face_landmark",
                ])
        #expect(manifest.defaultEntry.name == "yunet_n_320_320")
        #expect(manifest.defaultEntries.map(\.name) == ["yunet_n_320_320", "centerface"])
        #expect(manifest.meshEntry?.name == "face_landmark")
        #expect(manifest.entries.allSatisfy { $0.address.hasSuffix("/" + $0.file) })
        let addresses = manifest.entries.flatMap(\.sources).map(\.address)
        #expect(addresses.allSatisfy { $0.hasPrefix("https://") || $0.hasPrefix("pkg:") })
    }

    @Test func theLicenceOfEveryModelLiesBesideTheManifest() throws {
        let folder = Repository.path("models")
        for entry in try ModelManifest.builtIn().entries {
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(entry.licenceFile)"))
        }
    }

    @Test func readsWheels() throws {
        let more = #", "platform": "manylinux2014_x86_64", "python_version": "3.11""#
        let entry = try ExampleModel.manifest(sources: ExampleModel.wheel(more: more)).defaultEntry
        #expect(entry.address == "pkg:pypi/example@1.0#example/model")
        guard case .wheel(let wheel) = entry.sources.first else {
            Issue.record("it is not a wheel")
            return
        }
        #expect(wheel.platform == "manylinux2014_x86_64")
        #expect(wheel.pythonVersion == "3.11")
    }

    @Test func theBuiltInManifestIsTheFileOfThePackage() throws {
        let text = try Data(contentsOf: URL(filePath: Repository.path("models/manifest.json")))
        #expect(try ModelManifest(json: Array(text)) == ModelManifest.builtIn())
    }

    @Test func readsEveryField() throws {
        let entry = try ExampleModel.manifest().defaultEntry
        #expect(entry.name == "example")
        #expect(entry.detector == "seer")
        #expect(entry.licenceFile == "LICENSE.example")
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
        ExampleModel.manifestText(licenceFile: "../LICENSE"),
        ExampleModel.manifestText(sources: "[]"),
        ExampleModel.manifestText(sources: "[{}]"),
        ExampleModel.manifestText(sources: ExampleModel.wheel(package: "--index-url=x")),
        ExampleModel.manifestText(sources: ExampleModel.wheel(package: "")),
        ExampleModel.manifestText(sources: ExampleModel.wheel(version: "1.0 other")),
        ExampleModel.manifestText(sources: ExampleModel.wheel(member: "../model")),
        ExampleModel.manifestText(sources: ExampleModel.wheel(member: "/model")),
        ExampleModel.manifestText(
            sources: ExampleModel.wheel(more: #", "platform": "-r""#)),
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
