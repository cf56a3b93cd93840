// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Movies that say that their samples lie in another file, which no command opens.
@Suite(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg")) struct ReferencedMediaTests {
    /// A movie with images, audio and faces, all of which it takes for those of another file: without the flag
    /// "in this file" of ISO/IEC 14496-12 8.7.2.
    private static let movie = Task {
        let folder = try TemporaryFolder()
        let video = try await TestVideo.make(in: folder, seconds: 0.5, hasAudio: true)
        let path = folder.path + "/movie.mp4"
        let run = try await CommandRunner.run(
            ["record", path, "--source", video, "--audio", "source"] + CheapDetection.ofNobody)
        try #require(run.exitCode == 0, "\(run.messages)")
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let reference: [UInt8] = Array("url ".utf8) + [0, 0, 0, 1]
        let places = bytes.indices.dropLast(7).filter {
            bytes[$0] == reference[0] && Array(bytes[$0..<$0 + 8]) == reference
        }
        try #require(places.count >= 3)
        for place in places { bytes[place + 7] = 0 }
        return bytes
    }

    @Test(arguments: PlaylistProgramTests.commands)
    func theirOwnBytesAreNotTakenForSamples(command: String) async throws {
        let folder = try TemporaryFolder()
        let bytes = try await Self.movie.value
        let path = try folder.write(bytes, to: "in.mp4")
        try folder.write(Array("frame,id,x,y,w,h\n0,1,1,1,9,9\n".utf8), to: "in.csv")
        let words = command.split(separator: " ").map { word in
            String(word).replacing("IN", with: path).replacing("OUT", with: folder.path + "/out")
                .replacing("FOLDER", with: folder.path)
        }
        let run = try await CommandRunner.run(words, input: words.contains("-") ? bytes : [])
        guard command != "inspect IN" else {
            // It tells what is wrong with a movie.
            #expect(run.exitCode == 0 && run.output.contains("in another file"))
            return
        }
        #expect(run.exitCode == 65, "\(command): \(run.messages)")
        let lines = run.messages.split(separator: "\n").filter { !$0.contains("models fetch") }
        #expect(lines.count == 1, "\(command): \(run.messages)")
        let reason = command == "photo --annotate IN" ? "in.mp4" : "in another file"
        #expect(lines.first?.contains(reason) == true, "\(command): \(run.messages)")
        #expect(folder.contents == ["in.csv", "in.mp4"], "\(command)")
    }

    @Test func ofAPipedMovieTheyAreNotEither() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try await Self.movie.value, to: "in.mp4")
        let run = try await CommandRunner.run(
            ["-c", "cat \"$0\" | \"$1\" live --json --source -", path, CommandRunner.facecap],
            of: "/bin/sh")
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(run.messages.contains("in another file"), "\(run.messages)")
        #expect(run.output == "")
    }
}
