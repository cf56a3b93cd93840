// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Which detector `auto` takes, in a home without models.
@Suite(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
struct DetectorChoiceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Puts a model into the folder that is looked through.
    private func put(_ model: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/\(model).onnx",
            withDestinationPath: SharedMedia.path("models/\(model).onnx"))
    }

    private func run(_ words: [String] = []) async throws -> CommandResult {
        try await CommandRunner.run(
            [
                "live", "--json", "--no-clock", "--source",
                "synthetic:size=320x240,faces=1,motion=still,pace=fast,frames=1",
            ] + words,
            environment: [
                "FACECAP_MODELS": folder.path, "HOME": folder.path, "XDG_DATA_HOME": nil,
            ], workingDirectory: folder.path)
    }

    @Test func withoutAModelItIsHaarAndSaysWhy() async throws {
        let run = try await run()
        #expect(run.output.contains(#""detector":{"name":"haar"}"#))
        #expect(run.messages.contains("no YuNet or CenterFace model found; detecting with Haar"))
        #expect(run.messages.contains("facecap models fetch"))
    }

    @Test func withTheModelOfCenterFaceItIsCenterFaceAndSaysWhy() async throws {
        try put("centerface")
        let run = try await run()
        #expect(run.output.contains(#""detector":{"name":"centerface","model":"centerface""#))
        #expect(run.messages.contains("no YuNet model found; detecting with CenterFace"))
        let face = try #require(
            try JSONLines.parse(run.output).compactMap { $0["faces"] as? [[String: Any]] }.first?
                .first)
        #expect(["roll", "yaw", "pitch"].allSatisfy { face[$0] is Double })
    }

    @Test func withBothModelsItIsYuNet() async throws {
        try put("centerface")
        try put("yunet_n_320_320")
        let run = try await run()
        #expect(run.output.contains(#""detector":{"name":"yunet","model":"yunet_n_320_320""#))
        #expect(run.messages == "")
    }

    @Test func theMeshIsUsedWhereItIsFoundUnlessItIsSwitchedOff() async throws {
        try put("yunet_n_320_320")
        #expect(try await !run().output.contains(#""mesh":"#))
        let refused = try await run(["--mesh", "on"])
        #expect(refused.exitCode == 69)
        #expect(refused.messages.contains("facecap models fetch face_landmark"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/face_landmark.tflite",
            withDestinationPath: SharedMedia.path("models/face_landmark.tflite"))
        for words in [["--mesh", "on"], ["--mesh=on", "--mesh-points"]] {
            let run = try await run(words)
            #expect(run.output.contains(#""mesh":"face_landmark","mesh_sha256":"1055cb9d"#))
            #expect(run.output.contains(#""yaw_sigma":"#))
            #expect(
                run.output.contains(#""mesh":[["#)
                    == (words.count == 2 && words[1] == "--mesh-points"))
        }
        #expect(try await !run(["--mesh", "off"]).output.contains(#""mesh":"#))
    }

    @Test func aDamagedMeshIsNeverPassedOver() async throws {
        try put("yunet_n_320_320")
        try folder.write([1, 2, 3], to: "face_landmark.tflite")
        let run = try await run(["--mesh", "on"])
        #expect(run.exitCode == 78)
        #expect(run.messages.contains("face_landmark"))
    }

    @Test func aDamagedModelIsNeverPassedOver() async throws {
        try put("centerface")
        try folder.write([1, 2, 3], to: "yunet_n_320_320.onnx")
        let run = try await run()
        #expect(run.exitCode == 78)
        #expect(run.messages.contains("replace it with: facecap models fetch yunet_n_320_320"))
    }

    @Test func theModelDecidesUnlessAnotherDetectorIsNamed() async throws {
        try put("centerface")
        let chosen = try await run(["--model", "centerface"])
        #expect(chosen.output.contains(#""detector":{"name":"centerface""#))
        #expect(chosen.messages == "")
        let refused = try await run(["--detector", "yunet", "--model", "centerface"])
        #expect(refused.exitCode == 64)
        #expect(refused.messages.contains("centerface is one of centerface, not of yunet"))
    }
}
