// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `facecap photo x.heic` as a process.
@Suite(
    .enabled(
        if: PhotoTags.isAvailable
            && FileManager.default.isExecutableFile(atPath: "/usr/bin/heif-info"),
        "needs exiftool and libheif-examples"))
struct HEIFProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func photo(_ name: String, _ words: String...) async throws -> CommandResult {
        try await CommandRunner.run(
            [
                "photo", folder.path + "/" + name, "--json", "--source",
                "synthetic:faces=1,size=320x240,fps=10,pace=fast,seed=3",
            ] + CheapDetection.ofOneFace + words)
    }

    @Test func aPhotoHasTheFacesOfItsRecord() async throws {
        let path = folder.path + "/photo.heic"
        let result = try await photo("photo.heic", "--mirror", "--rotate", "90")
        #expect(result.exitCode == 0, "\(result.messages)")
        let info = try await CommandRunner.run([path], of: "/usr/bin/heif-info")
        #expect(info.output.contains("240x320"), "\(info.output)")
        let upright = try await photo("upright.heic")
        let record = try #require(JSONLines.parse(upright.output).first)
        let faces = try #require(record["faces"] as? [[String: Any]])
        #expect(faces.count == 1)
        let regions = try await PhotoTags.regions(folder.path + "/upright.heic")
        #expect(regions.count == 1)
        for (region, face) in zip(regions, faces) {
            #expect(region.overlap(try PhotoRegion(face: face)) > 0.999)
        }
        let inspected = try await CommandRunner.run(
            ["inspect", "--json", folder.path + "/upright.heic"])
        let page = try #require(JSONLines.parse(inspected.output).first)
        #expect(page["file_type"] as? String == "heic" && page["width"] as? Int == 320)
        #expect((page["regions"] as? [Any])?.count == 1 && page["iso"] as? Int == 100)
    }

    @Test func theQualityDecidesTheSize() async throws {
        #expect(try await photo("low.heic", "--quality", "10").exitCode == 0)
        #expect(try await photo("high.heif", "--quality", "95").exitCode == 0)
        let sizes = try ["low.heic", "high.heif"].map {
            try Data(contentsOf: URL(filePath: folder.path + "/" + $0)).count
        }
        #expect(sizes[0] < sizes[1])
    }

    private func facecap(_ words: [String], input: [UInt8] = []) async throws -> CommandResult {
        try await CommandRunner.run(
            words, environment: ["FACECAP_MODELS": SharedMedia.path("models")], input: input)
    }

    private func faces(_ line: [String: Any]?) throws -> [PhotoRegion] {
        try ((line?["faces"] as? [[String: Any]]) ?? []).map { try PhotoRegion(face: $0) }
    }

    /// A photograph as HEIC.
    private func photograph() async throws -> String {
        let path = folder.path + "/photo.heic"
        let result = try await CommandRunner.run(
            [SharedMedia.path("media/photos/astronaut.png"), "-o", path],
            of: "/usr/bin/heif-enc")
        try #require(result.exitCode == 0, "\(result.messages)")
        return path
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func itsFacesAreThoseOfTheImageItWasMadeOf() async throws {
        let path = try await photograph()
        let original = SharedMedia.path("media/photos/astronaut.png")
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        func seen(_ words: [String], _ input: [UInt8] = []) async throws -> [PhotoRegion] {
            let result = try await facecap(["live", "--json"] + words, input: input)
            #expect(result.exitCode == 0, "\(result.messages)")
            return try faces(
                JSONLines.parse(result.output).first { $0["type"] as? String == "faces" })
        }
        let truth = try await seen(["--source", original])
        #expect(truth.count == 1)
        for found in try await [
            seen(["--source", path]), seen(["--source", path, "--no-sandbox"]),
            seen(["--source", "-"], bytes),
        ] {
            #expect(found.count == 1)
            for (one, other) in zip(found, truth) { #expect(one.overlap(other) > 0.9) }
        }
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func facesAreAddedToOneAndItsImageStays() async throws {
        let path = try await photograph()
        func image() async throws -> Data {
            // It has no metadata.
            let shown = folder.path + "/shown.y4m"
            try? FileManager.default.removeItem(atPath: shown)
            let result = try await CommandRunner.run([path, shown], of: "/usr/bin/heif-convert")
            #expect(result.exitCode == 0, "\(result.messages)")
            return try Data(contentsOf: URL(filePath: shown))
        }
        let before = try await image()
        let result = try await facecap(["photo", "--json", "--annotate", path])
        #expect(result.exitCode == 0, "\(result.messages)")
        let found = try faces(JSONLines.parse(result.output).first)
        let regions = try await PhotoTags.regions(path)
        #expect(found.count == 1 && regions.count == 1)
        for (region, face) in zip(regions, found) { #expect(region.overlap(face) > 0.999) }
        #expect(try await image() == before)
        let again = try await facecap(["photo", "--annotate", path])
        #expect(again.exitCode != 0 && again.messages.contains("--force"), "\(again.messages)")
        let forced = try await facecap(
            ["photo", "--annotate", path, "--force", "--name", "1=Ada"])
        #expect(forced.exitCode == 0, "\(forced.messages)")
        let page = try await facecap(["inspect", path])
        #expect(page.output.contains("1 region") && page.output.contains("Ada"), "\(page.output)")
        #expect(try await image() == before)
    }

    @Test func oneThatIsCutShortEndsInOneLine() async throws {
        #expect(try await photo("photo.heic").exitCode == 0)
        let whole = Array(try Data(contentsOf: URL(filePath: folder.path + "/photo.heic")))
        for count in [200, whole.count / 2] {
            let path = try folder.write(Array(whole.prefix(count)), to: "cut.heic")
            for words in [
                ["live", "--source", path], ["live", "--no-sandbox", "--source", path],
                ["photo", "--annotate", path, "--detector", "haar"],
            ] {
                let result = try await facecap(words)
                #expect(result.exitCode == 65, "\(words) \(result.messages)")
                #expect(
                    result.messages.split(separator: "\n").count == 1
                        && result.messages.contains("cut.heic"), "\(result.messages)")
            }
        }
    }
}
