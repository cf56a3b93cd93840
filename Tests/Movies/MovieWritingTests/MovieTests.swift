// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MovieWriting
import Testing

@Suite(.enabled(if: TestMedia.isAvailable, "ffmpeg or exiftool is not installed"))
struct MovieTests {
    let folder: MovieFolder

    init() throws { folder = try MovieFolder() }

    @Test(arguments: ["a.mp4", "a.mov"], [false, true])
    func aFinishedMovieHasAllSamplesAtTheirTimes(name: String, isOptimized: Bool) async throws {
        let media = try await [TestMedia.video(), TestMedia.audio()]
        let summary = try folder.write(media, to: name) {
            $0.shouldOptimizeForNetworkUse = isOptimized
        }
        let path = folder.path(name)
        #expect(summary.tracks.map(\.sampleCount) == media.map(\.samples.count))
        #expect(try await Probe.frameTicks(of: path) == media[0].presentationTicks)
        #expect(
            try await Probe.packets(of: path, stream: "a").map(\.pts)
                == media[1].samples.map(\.presentationTime.value))
        try await Probe.expectToDecode(path)
        try await Probe.expectToBeValid(path)
    }

    @Test(arguments: ["a.mp4", "a.mov"])
    func aTornMovieHasItsSamplesAtTheirTimes(name: String) async throws {
        let media = try await [TestMedia.video(), TestMedia.audio()]
        try await folder.writeTorn(media, to: name)
        let path = folder.path(name)
        let ticks = try await Probe.packets(of: path, stream: "v").map(\.pts)
        #expect(ticks.count > 30)
        #expect(ticks == media[0].samples.prefix(ticks.count).map(\.presentationTime.value))
        let audio = try await Probe.packets(of: path, stream: "a").map(\.pts)
        #expect(audio == media[1].samples.prefix(audio.count).map(\.presentationTime.value))
        try await Probe.expectToDecode(path)
    }
}
