// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MovieWriting
import Testing

@Suite(.enabled(if: TestMedia.isAvailable, "ffmpeg or exiftool is not installed"))
struct FaceTrackTests {
    let folder: MovieFolder

    init() throws { folder = try MovieFolder() }

    @Test func theSampleEntryHasItsKnownSize() { #expect(FaceTrack.sampleEntry.count == 0x232) }

    @Test(arguments: ["a.mp4", "a.mov"], [false, true])
    func facesAreReadAtTheirTimes(name: String, isOptimized: Bool) async throws {
        let faces = FaceTrack.media(
            describes: 0,
            [(0, FaceTrack.null), (400, FaceTrack.face(id: 7)), (1000, FaceTrack.face(id: 9))])
        let media = try await [TestMedia.video(), TestMedia.audio(), faces]
        try folder.write(media, to: name) { $0.shouldOptimizeForNetworkUse = isOptimized }
        let path = folder.path(name)
        try await Probe.expectToDecode(path)
        try await Probe.expectToBeValid(path)
        #expect(
            try await Probe.exif(path, "-ee", "-a", "-s3", "-n", "-SampleTime", "-DetectedFaceID")
                .sorted() == ["0", "0.4", "1", "7", "9"])
        let bounds = try await Probe.exif(path, "-ee", "-a", "-s3", "-DetectedFaceBounds")
        #expect(bounds == Array(repeating: "0.25 0.25 0.5 0.25 0.5 0.75 0.25 0.75", count: 2))
        #expect(
            try await Probe.lines(
                path, "-select_streams d -show_entries stream=codec_tag_string -of csv=p=0")
                == ["mebx"])
        #expect(
            try await Probe.packets(of: path, stream: "d").map(\.pts) == [0, 12_000, 30_000])
        #expect(try await Probe.frameTicks(of: path) == media[0].presentationTicks)
    }

    @Test func facesThatBeginLateAreReadAtTheirTimes() async throws {
        let video = try await TestMedia.video().moved(by: 100)
        let faces = FaceTrack.media(describes: 0, [(100_700, FaceTrack.face(id: 3))])
        try folder.write([video, faces], to: "a.mp4")
        let path = folder.path("a.mp4")
        #expect(
            try await Probe.exif(path, "-ee", "-a", "-s3", "-n", "-SampleTime", "-DetectedFaceID")
                .sorted() == ["0", "0.7", "3"])
        try await Probe.expectToBeValid(path)
    }

    @Test(arguments: ["a.mp4", "a.mov"])
    func facesAloneAreAMovie(name: String) async throws {
        let faces = FaceTrack.media(
            describes: nil, [(5000, FaceTrack.face(id: 1)), (5500, FaceTrack.null)])
        let summary = try folder.write([faces], to: name)
        #expect(summary.tracks.first?.sampleCount == 2)
        #expect(summary.duration.seconds == 1)
        let path = folder.path(name)
        #expect(
            try await Probe.exif(path, "-ee", "-a", "-s3", "-n", "-SampleTime", "-DetectedFaceID")
                .sorted() == ["0", "0.5", "1"])
        try await Probe.expectToBeValid(path)
    }

    @Test func inATornMovieFacesEndWithTheImages() async throws {
        let video = try await TestMedia.video()
        let faces = FaceTrack.media(
            describes: 0,
            video.presentationTicks.map { ($0 / 30, FaceTrack.face(id: 1)) })
        try await folder.writeTorn([video, faces], to: "a.mp4")
        let path = folder.path("a.mp4")
        let shown = try await Probe.packets(of: path, stream: "v").map { $0.pts + $0.duration }
            .max()
        let described = try await Probe.packets(of: path, stream: "d").map {
            $0.pts + $0.duration
        }.max()
        #expect(abs(try #require(shown) - #require(described)) <= 2002)
    }
}
