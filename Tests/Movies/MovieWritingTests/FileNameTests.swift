// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import TestSupport
import Testing

@testable import MovieWriting

/// When the file of a movie gets its name.
@Suite(.enabled(if: TestMedia.isAvailable, "needs ffmpeg, ffprobe and exiftool"))
struct FileNameTests {
    private func overwriting() -> MovieWriter.Configuration {
        var configuration = MovieWriter.Configuration()
        configuration.overwritesExistingFile = true
        return configuration
    }

    @Test func aMovieTakesItsNameWithItsFirstFragment() async throws {
        let media = try await TestMedia.video(seconds: 0.2)
        let storage = RecordingStorage()
        let writer = try MovieWriter(recording: storage, tracks: [media.track])
        try writer.append(media.samples[0], toTrack: 0)
        while writer.status == .unknown, !Task.isCancelled { await Task.yield() }
        #expect(storage.published == nil)
        var rest = media
        rest.samples.removeFirst()
        try MovieFolder.append([rest], to: writer)
        _ = try writer.finish()
        let published = String(decoding: try #require(storage.published), as: UTF8.self)
        #expect(published.contains("ftyp"))
        #expect(published.contains("moof"))
    }

    @Test func aMovieWhoseFirstFragmentFindsNoRoomTakesNoName() async throws {
        let media = try await TestMedia.video(seconds: 0.2)
        // Room for the head, not for frames.
        let storage = RecordingStorage(limit: 1500)
        let writer = try MovieWriter(recording: storage, tracks: [media.track])
        try? MovieFolder.append([media], to: writer)
        #expect(throws: FacecapError.self) { _ = try writer.finish() }
        #expect(storage.published == nil)
        #expect(storage.isRemoved)
    }

    @Test func aFileThatIsReplacedStaysUntilTheMovieBegins() async throws {
        let folder = try MovieFolder()
        let media = try await TestMedia.video(seconds: 0.2)
        try folder.folder.write([1, 2, 3], to: "a.mp4")
        let writer = try MovieWriter(
            path: folder.path("a.mp4"), tracks: [media.track], configuration: overwriting())
        writer.cancel()
        #expect(try folder.bytes("a.mp4") == [1, 2, 3])
        try folder.write([media], to: "a.mp4") { $0.overwritesExistingFile = true }
        #expect(try folder.bytes("a.mp4").count > 1000)
        #expect(folder.folder.contents == ["a.mp4"])
    }

    @Test func aNameThatWasTakenInTheMeantimeIsNotTakenAway() async throws {
        let folder = try MovieFolder()
        let media = try await TestMedia.video(seconds: 0.2)
        let writer = try MovieWriter(path: folder.path("a.mp4"), tracks: [media.track])
        try folder.folder.write([1, 2, 3], to: "a.mp4")
        try MovieFolder.append([media], to: writer)
        #expect(throws: FacecapError.self) { _ = try writer.finish() }
        #expect(try folder.bytes("a.mp4") == [1, 2, 3])
    }

    @Test func whatIsNoRegularFileIsNotReplaced() async throws {
        let folder = try MovieFolder()
        let media = try await TestMedia.video(seconds: 0.2)
        #expect(mkfifo(folder.path("a.mp4"), 0o600) == 0)
        #expect(symlink("/dev/full", folder.path("b.mp4")) == 0)
        for name in ["a.mp4", "b.mp4"] {
            #expect(throws: FacecapError.self) {
                _ = try MovieWriter(
                    path: folder.path(name), tracks: [media.track], configuration: overwriting())
            }
        }
        #expect(folder.folder.contents == ["a.mp4", "b.mp4"])
    }
}
