// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// What somebody meets who does not know the program yet: messages that lead on.
@Suite(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg"))
struct FirstUseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// A video of two seconds in which nobody is.
    private func make(_ name: String, _ options: [String] = []) async throws -> String {
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=d=2:s=320x240:r=10", "-c:v",
                "libx264", "-pix_fmt", "yuv420p",
            ] + options + [path(name)], of: try #require(InstalledProgram.ffmpeg))
        try #require(made.exitCode == 0, "\(made.messages)")
        return path(name)
    }

    @Test(arguments: ["file.mp4", "file.mkv"])
    func aVideoWithoutFacesLeadsToAnalyze(name: String) async throws {
        let video = try await make(name)
        for words in [
            ["report", video], ["render", video, path("out.mp4")],
            ["export", video, "--format", "csv"],
        ] {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == 65)
            #expect(
                run.messages.hasSuffix(
                    "facecap analyze \(video) -o \(path("file"))-faces.mp4\n"), "\(run.messages)")
        }
        #expect(folder.contents == [name])
    }

    @Test func aPhotoLeadsToInspect() async throws {
        let made = try await CommandRunner.run(
            [
                "photo", path("me.jpg"), "--source", "synthetic:faces=0,size=160x120,pace=fast",
                "--detector", "haar", "--region", "0,0,0.2,0.2", "--mesh", "off",
            ])
        try #require(made.exitCode == 0, "\(made.messages)")
        for words in [["report", path("me.jpg")], ["export", path("me.jpg"), "--format", "csv"]] {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == 65)
            #expect(
                run.messages.contains("is a photo; facecap inspect \(path("me.jpg"))"),
                "\(run.messages)")
        }
    }

    @Test func inspectShowsTheTracksOfAnyVideo() async throws {
        let video = try await make("file.mkv")
        let page = try await CommandRunner.run(["inspect", video])
        #expect(page.exitCode == 0, "\(page.messages)")
        #expect(page.output.contains("Matroska"))
        #expect(page.output.contains("1  video     h264, 320x240, 10 a second"))
        #expect(page.output.contains("facecap analyze"))
        let json = try await CommandRunner.run(["inspect", "--json", video])
        let record = try #require(JSONLines.parse(json.output).first)
        let tracks = try #require(record["tracks"] as? [[String: Any]])
        #expect(tracks.map { $0["codec"] as? String } == ["h264"])
    }

    @Test(arguments: [
        ["record", "x.mkv", "--source", "synthetic"], ["record", "x.AVI", "--source", "synthetic"],
        ["analyze", "in.mp4", "-o", "x.webm"], ["redact", "in.mp4", "x.mkv"],
        ["render", "in.mp4", "x.avi"], ["remux", "in.mp4", "x.ts"], ["strip", "in.mp4", "x.mkv"],
    ])
    func aMovieOfAnotherKindIsRefusedWithTheKindsThereAre(words: [String]) async throws {
        let run = try await CommandRunner.run(words, workingDirectory: folder.path)
        #expect(run.exitCode == 64)
        #expect(run.messages.contains("MP4 (.mp4, .m4v) or QuickTime (.mov, .qt)"))
        #expect(folder.contents == [])
    }

    @Test func aPipedMovieWithItsIndexAtTheEndIsNamedAsSuch() async throws {
        let noise = ["-vf", "noise=alls=100:allf=t", "-qp", "1"]
        _ = try await make("late.mp4", noise)
        let piped = try await CommandRunner.run(
            [
                "-c", "cat \"$0\" | \"$1\" live --json --detector haar --source -",
                path("late.mp4"), CommandRunner.facecap,
            ], of: "/bin/sh")
        #expect(piped.exitCode == 65)
        #expect(piped.messages.contains("has its index at the end"), "\(piped.messages)")
        #expect(piped.messages.contains("remux --fast-start"))
    }

    @Test func exportWithoutAFormatListsThem() async throws {
        let run = try await CommandRunner.run(["export", "x.mp4"])
        #expect(run.exitCode == 64)
        #expect(run.messages.contains("jsonl, csv, vtt, mot, mot-gt, cvat, coco, openface"))
    }

    @Test func quietCommandsSayNothingWhereNothingFails() async throws {
        let video = try await make("file.mp4")
        for words in [
            ["remux", video, path("a.mp4"), "-q"], ["strip", "-q", video, path("b.mp4")],
            ["recover", "--quiet", path("a.mp4")], ["-q", "remux", video, path("c.mp4")],
        ] {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == 0)
            #expect(run.messages == "")
        }
        let failed = try await CommandRunner.run(["remux", "-q", video, path("a.mp4")])
        #expect(failed.exitCode == 74 && failed.messages.contains("a.mp4"))
    }

    /// A file's name, how its video is encoded, if it has any, and what is suggested for it.
    private static let suggestions: [(String, [String]?, String?)] = [
        ("it's mine.mkv", ["-c:v", "libx264"], "facecap analyze 'IN' -o 'OUT'"),
        ("b.avi", ["-c:v", "mpeg4"], "facecap record OUT --source IN"),
        ("c.gif", [], "facecap record OUT --source IN"), ("d.ogg", nil, nil),
    ]

    @Test(arguments: suggestions)
    func whatIsSuggestedWorksForTheFile(
        name: String, options: [String]?, command: String?
    ) async throws {
        let input = options == nil ? "sine=d=1" : "testsrc=s=160x120:r=5:d=1"
        let made = try await CommandRunner.run(
            ["-v", "error", "-f", "lavfi", "-i", input] + (options ?? []) + [path(name)],
            of: try #require(InstalledProgram.ffmpeg))
        try #require(made.exitCode == 0, "\(made.messages)")
        let page = try await CommandRunner.run(["inspect", path(name)])
        #expect(page.exitCode == 0 && page.output.contains("No face track"), "\(page.messages)")
        #expect(page.output.contains("finds the faces") == (command != nil), "\(page.output)")
        guard let command else { return }
        let stem = path(String(name.dropLast(4)))
        let words = command.replacing("IN", with: path(name).replacing("'", with: #"'\''"#))
            .replacing("OUT", with: "\(stem)-faces.mp4".replacing("'", with: #"'\''"#))
        #expect(page.output.contains("  \(words) finds the faces\n"), "\(page.output)")
        let line =
            words.replacing("facecap ", with: CommandRunner.facecap + " ") + " --detector haar"
        let run = try await CommandRunner.run(["-c", line], of: "/bin/sh")
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(folder.contents.contains { $0.hasSuffix("-faces.mp4") })
    }
}
