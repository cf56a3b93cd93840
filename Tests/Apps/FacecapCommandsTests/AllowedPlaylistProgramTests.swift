// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `--allow-playlist`: what a playlist names is read in the process that decodes, from its own folder alone.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct AllowedPlaylistProgramTests {
    private let media: MediaFolder

    init() throws { media = try MediaFolder() }

    /// Playlists, and how ffmpeg makes each of a second of video in three parts.
    static let playlists = [
        ("ts.m3u8", "-f hls -hls_time 0.4 -hls_list_size 0"),
        (
            "fmp4.m3u8",
            "-f hls -hls_time 0.4 -hls_list_size 0 -hls_segment_type fmp4"
                + " -hls_fmp4_init_filename first.mp4"
        ),
        ("dash.mpd", "-f dash -seg_duration 0.4"),
    ]

    private static let image = "-f lavfi -i testsrc=d=1:s=64x48:r=10 -c:v libx264 -g 4"

    /// Makes a playlist; DASH writes its parts into the working folder.
    private func make(_ name: String, _ format: String) async throws -> String {
        let words = "-v error -y \(Self.image) \(format) \(name)".split(separator: " ")
        let made = try await CommandRunner.run(
            words.map(String.init), of: "/usr/bin/ffmpeg", workingDirectory: media.url.path)
        try #require(made.exitCode == 0, "\(made.messages)")
        return media.path(name)
    }

    private func facecap(_ words: [String]) async throws -> CommandResult {
        try await CommandRunner.run(words, workingDirectory: media.url.path)
    }

    private func live(_ source: String) async throws -> CommandResult {
        try await facecap(
            ["live", "--json", "--allow-playlist", "--source", source] + CheapDetection.ofNobody)
    }

    @Test(arguments: playlists)
    func framesComeFromTheFilesOfAPlaylistHoweverItIsNamed(
        name: String, format: String
    ) async throws {
        let path = try await make(name, format)
        for source in [name, "./" + name, path, "file://" + path, "file:" + name] {
            let result = try await live(source)
            #expect(result.exitCode == 0, "\(source): \(result.messages)")
            let records = try JSONLines.parse(result.output)
            #expect(records.count { $0["type"] as? String == "faces" } == 10, "\(source)")
            #expect(records.first?["sandbox"] as? String != "none")
        }
    }

    @Test func aPartOfAPlaylistThatIsMissingIsToldOf() async throws {
        let path = try await make("ts.m3u8", Self.playlists[0].1)
        try FileManager.default.removeItem(atPath: media.path("ts1.ts"))
        let result = try await live(path)
        #expect(result.exitCode == 0)
        #expect(result.messages.contains("1 part cannot be opened"), "\(result.messages)")
        let records = try JSONLines.parse(result.output)
        #expect(records.count { $0["type"] as? String == "faces" } == 6)
        let warning = try #require(records.first { $0["event"] as? String == "warning" })
        #expect(warning["code"] as? String == "media_damaged")
    }

    @Test(arguments: playlists)
    func aPlaylistIsRecordedAndAnalyzed(name: String, format: String) async throws {
        let path = try await make(name, format)
        for words in [
            ["record", "copy.mp4", "--source", path],
            ["record", "sent.mp4", "--passthrough", "--source", path],
            ["analyze", path, "-o", "analyzed.mp4"],
        ] {
            let result = try await facecap(words + ["--allow-playlist"] + CheapDetection.ofNobody)
            #expect(result.exitCode == 0, "\(words): \(result.messages)")
        }
        for copy in ["copy.mp4", "sent.mp4", "analyzed.mp4"] {
            #expect(
                try FFmpegProgram.presentationTimes(of: media.path(copy)).count == 10, "\(copy)")
        }
    }

    /// What lies outside of the playlist's folder is not read, by a name that is read where it lies inside.
    @Test(
        .enabled("this system has no Landlock and seccomp") {
            try await CommandRunner.run(["doctor"]).output.contains("sandbox: full")
        }, arguments: ["PLACE/private.ts", "file://PLACE/private.ts", "../private.ts", "link.ts"])
    func nothingOutsideOfTheFolderOfAPlaylistIsRead(named name: String) async throws {
        let video = try media.make("private.ts", Self.image + " -f mpegts")
        let inner = media.url.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for folder in [media.url, inner] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/link.ts", withDestinationPath: video)
        }
        let place = name.replacing("PLACE", with: media.url.path)
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\n\(place)\n#EXT-X-ENDLIST\n"
        let outer = try media.write("outer.m3u8", Data(list.replacing("../", with: "").utf8))
        let inside = try await live(outer)
        #expect(inside.exitCode == 0, "\(inside.messages)")
        #expect(inside.output.contains(#""type":"faces""#))
        let path = try media.write("inner/list.m3u8", Data(list.utf8))
        let result = try await live(path)
        #expect(result.exitCode == 65, "\(result.messages)")
        #expect(!result.output.contains(#""type":"faces""#))
        #expect(!result.messages.contains("crashed"), "\(result.messages)")
    }

    /// More parts than a process that decodes a single file may have open.
    @Test func aPlaylistOfManyAlternativesIsRead() async throws {
        _ = try await make("ts.m3u8", "-f hls -hls_time 0.4 -hls_list_size 0")
        var list = "#EXTM3U\n"
        for number in 1...40 {
            let name = "part\(number).m3u8"
            try FileManager.default.copyItem(
                atPath: media.path("ts.m3u8"), toPath: media.path(name))
            list += "#EXT-X-STREAM-INF:BANDWIDTH=\(number)00000\n\(name)\n"
        }
        let result = try await live(try media.write("all.m3u8", Data(list.utf8)))
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(
            try JSONLines.parse(result.output).count { $0["type"] as? String == "faces" } == 10)
    }
}
