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

    @Test func facesAreNotAddedToOne() async throws {
        #expect(try await photo("photo.heic").exitCode == 0)
        let result = try await CommandRunner.run(
            ["photo", "--annotate", folder.path + "/photo.heic"])
        #expect(result.exitCode == 65 && result.messages.contains("JPEG and PNG files alone"))
    }

    @Test func itsImageIsNotDecodedAndTheErrorSaysWhatHelps() async throws {
        #expect(try await photo("photo.heic").exitCode == 0)
        for options in [["live"], ["live", "--no-sandbox"]] {
            let result = try await CommandRunner.run(
                options + ["--source", folder.path + "/photo.heic"])
            #expect(result.exitCode == 65 && result.messages.contains("heif-convert"))
        }
    }
}
