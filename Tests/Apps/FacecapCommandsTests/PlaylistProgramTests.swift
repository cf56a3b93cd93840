// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// No command that opens media follows a file that names another one.
@Suite struct PlaylistProgramTests {
    private static let list =
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.2,\nfile://PLACE\n#EXT-X-ENDLIST\n"

    static let commands = [
        "live --json --source IN", "live --json --source -", "live --source name=IN",
        "record OUT.mp4 --source IN", "record OUT.mp4 --passthrough --source IN",
        "record OUT.wav --source IN", "photo OUT.jpg --source IN", "photo --annotate IN",
        "analyze IN -o OUT.mp4", "analyze IN --sidecar csv", "render IN OUT.mp4",
        "redact IN OUT.mp4", "report IN -o OUT.html", "inspect IN", "export IN --format csv",
        "join IN -o OUT.mp4", "remux IN OUT.mp4", "strip IN OUT.mp4", "recover IN",
        "evaluate FOLDER",
    ]

    @Test(arguments: commands)
    func aPlaylistIsNotFollowed(command: String) async throws {
        let folder = try TemporaryFolder()
        let bytes = Array(
            Self.list.replacing("PLACE", with: folder.path + "/private.ts").utf8)
        let path = try folder.write(bytes, to: "in.mp4")
        try folder.write(Array("frame,id,x,y,w,h\n0,1,1,1,9,9\n".utf8), to: "in.csv")
        try folder.write([0x47], to: "private.ts")
        let words = command.split(separator: " ").map {
            $0.replacing("IN", with: path).replacing("OUT", with: folder.path + "/out")
                .replacing("FOLDER", with: folder.path)
        }
        let run = try await CommandRunner.run(
            words.map { String($0) }, input: words.contains("-") ? bytes : [])
        #expect(run.exitCode == 65, "\(command): \(run.messages)")
        #expect(run.messages.contains("in.mp4") || run.messages.contains("standard input"))
        #expect(folder.contents == ["in.csv", "in.mp4", "private.ts"], "\(command)")
    }

    @Test func aPhotoIsTakenOfAMovieInItsSize() async throws {
        let movie = try await RecordedMovie("synthetic:faces=1,size=64x64,frames=3,pace=fast")
        let run = try await CommandRunner.run(
            ["photo", movie.folder.path + "/out.jpg", "--detector", "haar", "--source", movie.path])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(movie.folder.contents.contains("out.jpg"))
    }

    @Test func aMissingFileIsNotFoundWhateverIsAskedOfIt() async throws {
        for words in [["--session-preset", "high"], ["--size", "640x480"], ["--fps", "30"], []] {
            let run = try await CommandRunner.run(
                ["live", "--json", "--source", "/no/such/file.mp4"] + words)
            #expect(run.exitCode == 66, "\(words): \(run.messages)")
        }
    }
}
