// SPDX-License-Identifier: Apache-2.0
import FaceDetectors

/// A model of twelve bytes, so that no test needs real weights.
enum ExampleModel {
    static let bytes = Array("hello, model".utf8)
    static let sha256 = "01a783403405becdf49dc099415fdbdab1eb5f2980d47a46ce59909d0a6fcffe"

    /// A manifest of one model, with one of its JSON values exchanged.
    static func manifestText(
        name: String = "example", file: String = "example.onnx", sha256: String = sha256,
        size: Int = bytes.count, licenceFile: String = "LICENSE.example",
        sources: String = #"[{"url": "https://example.org/example.onnx"}]"#, multipleOf: Int = 32,
        isDefault: Bool = true
    ) -> String {
        """
        {"models": [{"name": "\(name)", "detector": "seer", "file": "\(file)", "sha256": "\(sha256)", "size": \(size),
        "licence": "CC0-1.0", "licence_file": "\(licenceFile)", "sources": \(sources), "input": {"width": 64, "height": 32,
        "multiple_of": \(multipleOf)}, "smallest_face": 10, "largest_face": 30,
        "default": \(isDefault)}]}
        """
    }

    static func manifest(address: String = "https://example.org/example.onnx") throws
        -> ModelManifest
    {
        try manifest(sources: #"[{"url": "\#(address)"}]"#)
    }

    static func manifest(sources: String) throws -> ModelManifest {
        try ModelManifest(json: Array(manifestText(sources: sources).utf8))
    }

    /// A wheel as a source, with one of its JSON values exchanged.
    static func wheel(
        package: String = "example", version: String = "1.0", member: String = "example/model",
        more: String = ""
    ) -> String {
        #"[{"wheel": {"package": "\#(package)", "version": "\#(version)", "member": "\#(member)"\#(more)}}]"#
    }
}
