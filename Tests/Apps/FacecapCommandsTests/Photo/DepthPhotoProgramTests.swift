// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `facecap photo --depth` as a process, with the distances of drawn heads.
@Suite(
    .enabled(if: PhotoTags.isAvailable && Python.has("cv2"), "needs exiftool and python3-opencv"))
struct DepthPhotoProgramTests {
    private static let source = "synthetic:faces=1,size=320x240,fps=15,motion=still,seed=3"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func photo(_ name: String, _ words: String...) async throws -> CommandResult {
        try await CommandRunner.run(
            [
                "photo", path(name), "--source", Self.source, "--depth", "synthetic", "--json",
                "--on-face",
            ] + CheapDetection.ofOneFace + words)
    }

    @Test(arguments: [[], ["--rotate", "180"], ["--mirror"], ["--zoom", "1.5"]])
    func eachFaceTellsTheMedianOfItsDistances(words: [String]) async throws {
        let result = try await CommandRunner.run(
            [
                "photo", path("p.jpg"), "--source", Self.source, "--depth", "synthetic", "--json",
            ] + CheapDetection.ofOneFace + words
                + (words == ["--rotate", "180"] ? [] : ["--on-face"]))
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(folder.contents == ["p.depth.png", "p.jpg"])
        let record = try #require(JSONLines.parse(result.output).first)
        #expect(record["depth_path"] as? String == path("p.depth.png"))
        for face in try #require(record["faces"] as? [[String: Any]]) {
            let distance = try #require((face["distance"] as? NSNumber)?.doubleValue)
            let region = try PhotoRegion(face: face)
            let run = try await Python.run(
                """
                import cv2, sys, statistics
                image = cv2.imread(sys.argv[1], cv2.IMREAD_UNCHANGED)
                assert image.dtype == "uint16" and image.shape == (120, 160), image.shape
                x, y, w, h = map(float, sys.argv[2:])
                part = image[int((y - h / 2) * 120):int((y + h / 2) * 120) + 1,
                    int((x - w / 2) * 160):int((x + w / 2) * 160) + 1]
                print(statistics.median_low(part[part > 0].ravel().tolist()), image.max())
                """,
                arguments: [path("p.depth.png")]
                    + [region.x, region.y, region.width, region.height].map { "\($0)" })
            let numbers = run.output.split { " \n".contains($0) }.compactMap { Double($0) }
            #expect(numbers == [distance * 1000, 3000], "\(run.messages)")
            let tags = try await PhotoTags.read(path("p.jpg"))
            #expect(abs((tags["SubjectDistance"] as? Double ?? 0) - distance) < 0.001)
            let info = tags["RegionInfo"] as? [String: Any]
            let list = info?["RegionList"] as? [[String: Any]]
            let own = list?.first?["Extensions"] as? [String: Any]
            let told = own?.first { $0.key.hasSuffix("Distance") }?.value as? NSNumber
            #expect(told?.doubleValue == distance, "\(own ?? [:])")
            let inspected = try await CommandRunner.run(["inspect", "--json", path("p.jpg")])
            let regions = try JSONLines.parse(inspected.output).first?["regions"]
            let distances = (regions as? [[String: Any]])?.map { $0["distance"] as? Double }
            #expect(distances == [distance])
        }
    }

    @Test func whatMakesNoSenseIsSaid() async throws {
        let hidden = try await photo("p.jpg", "--redact", "box")
        #expect(hidden.exitCode == 64 && hidden.messages.contains("leave out --redact"))
        let still = try await CommandRunner.run(
            ["photo", path("p.jpg"), "--source", "none.mp4", "--depth", "synthetic"])
        #expect(still.exitCode == 64 || still.exitCode == 66)
        #expect(folder.contents == [])
    }
}
