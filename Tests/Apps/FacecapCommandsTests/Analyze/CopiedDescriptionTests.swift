// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import MovieBoxes
import TestSupport
import Testing

/// What videos that are no MP4 say of themselves, and their copies with faces.
@Suite(.enabled(if: InstalledProgram.ffmpeg != nil)) struct CopiedDescriptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A video with this description, in the syntax of FFmpeg, and its copy; what was said.
    private func copy(
        describedBy description: String, _ more: [String] = []
    ) async throws -> (copy: MovieReader, messages: String) {
        let text = try folder.write(
            Array((";FFMETADATA1\n" + description).utf8), to: "description.txt")
        let (video, copy) = (folder.path + "/video.mkv", folder.path + "/copy.mp4")
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "color=gray:s=96x64:d=1", "-i", text,
                "-map_metadata", "1", "-map_chapters", "1", "-c:v", "libx264", video,
            ], of: "/usr/bin/ffmpeg")
        try #require(made.exitCode == 0, "\(made.messages)")
        let run = try await CommandRunner.run(
            ["analyze", video, "--output", copy] + more + CheapDetection.ofNobody)
        try #require(run.exitCode == 0, "\(run.messages)")
        return (try MovieReader(path: copy), run.messages)
    }

    private func text(_ key: String, of movie: MovieReader) -> String? {
        movie.metadata.first { $0.key == "com.apple.quicktime." + key }?.text
    }

    @Test(arguments: [[], ["--no-sandbox"]])
    func aCopySaysWhoMadeTheVideoWhenAndWhatItIsCalled(options: [String]) async throws {
        let (movie, messages) = try await copy(
            describedBy: """
                title=Zwei Köpfe\\; einer lacht
                artist=Somebody
                comment=first take
                creation_time=2019-05-06T07:08:09Z
                location=+48.1000+011.5000/

                """, options)
        #expect(text("title", of: movie) == "Zwei Köpfe; einer lacht")
        #expect(text("artist", of: movie) == "Somebody")
        #expect(text("comment", of: movie) == "first take")
        #expect(text("creationdate", of: movie)?.hasPrefix("2019-05-06T07:08:09") == true)
        #expect(text("location.ISO6709", of: movie) == "+48.1000+011.5000/")
        #expect(!messages.contains("does not have"))
    }

    @Test func aCopyWasNotCreatedNowAndIsTheSameInEachRun() async throws {
        let (movie, _) = try await copy(describedBy: "title=one\n")
        let header = try #require(BoxReader(movie.moov).firstBox(.moov, .mvhd))
        #expect(try MovieHeaderBox(parsing: header).times.creationTime == 0)
        let again = try await CommandRunner.run(
            ["analyze", folder.path + "/video.mkv", "--output", folder.path + "/again.mp4"]
                + CheapDetection.ofNobody)
        #expect(again.exitCode == 0, "\(again.messages)")
        let copies = try ["copy", "again"].map {
            try Data(contentsOf: URL(filePath: folder.path + "/\($0).mp4"))
        }
        #expect(copies[0] == copies[1])
    }

    @Test func aLongDescriptionIsCutAndTheCopyMade() async throws {
        let (movie, _) = try await copy(
            describedBy: "title=" + String(repeating: "ö", count: 5000) + "\n")
        let title = try #require(text("title", of: movie))
        #expect(title == String(repeating: "ö", count: 2000))
    }

    @Test func chaptersThatTheCopyDoesNotHaveAreNamed() async throws {
        let (_, messages) = try await copy(
            describedBy: """
                [CHAPTER]
                TIMEBASE=1/1000
                START=0
                END=500
                title=one
                [CHAPTER]
                TIMEBASE=1/1000
                START=500
                END=1000
                title=two

                """)
        #expect(messages.contains("has 2 chapters that \(folder.path)/copy.mp4 does not have"))
    }
}
