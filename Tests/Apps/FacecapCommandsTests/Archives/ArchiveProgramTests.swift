// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

/// `facecap plan`, `detect` and `merge` as their users see them.
@Suite(.enabled(if: InstalledProgram.ffmpeg != nil)) struct ArchiveProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    @discardableResult
    private func succeed(_ arguments: [String]) async throws -> CommandResult {
        let run = try await CommandRunner.run(arguments)
        try #require(run.exitCode == 0, "\(arguments.prefix(2)): \(run.messages)")
        return run
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    private func plan(_ videos: [String], segment: String) async throws -> Int {
        try await succeed(
            ["plan"] + videos + ["--segment", segment, "-f", "-o", path("plan.jsonl")]
                + CheapDetection.ofOneFace)
        return try bytes(path("plan.jsonl")).count { $0 == UInt8(ascii: "\n") } - 1
    }

    private func detect(_ index: Int) async throws -> CommandResult {
        try await CommandRunner.run([
            "detect", "--plan", path("plan.jsonl"), "--index", "\(index)", "-o", path("parts"),
        ])
    }

    private func merge(_ words: [String] = []) async throws -> CommandResult {
        try await CommandRunner.run(
            ["merge", path("plan.jsonl"), path("parts"), "-o", path("out"), "-f"] + words)
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path("parts")).sorted()) ?? []
    }

    @Test(arguments: ArchiveVideo.allCases)
    func partsAreMergedToTheBytesOfOneRun(source: ArchiveVideo) async throws {
        let video = try await source.make(in: folder)
        let formats = ["--sidecar", "jsonl,csv"]
        let isMovie = video.hasSuffix(".mp4")
        let one = isMovie ? path("one") : folder.path
        try await succeed(
            ["analyze", video] + (isMovie ? ["--output-dir", one] : []) + formats
                + CheapDetection.ofOneFace)
        for segment in source == .bFrames ? ["3s", "whole"] : ["3s"] {
            let count = try await plan([video], segment: segment)
            #expect((count == 1) == (source == .transportStream || segment == "whole"), "\(count)")
            try? FileManager.default.removeItem(atPath: path("parts"))
            for index in (0..<count).reversed() {
                let run = try await detect(index)
                #expect(run.exitCode == 0, "\(run.messages)")
            }
            let run = try await merge(formats + (isMovie ? ["--movies"] : []))
            #expect(run.exitCode == 0, "\(run.messages)")
            #expect(run.messages.contains("wrote \(path("out"))/MANIFEST.json, which lists all"))
            for ending in ["jsonl", "csv"] + (isMovie ? ["mp4"] : []) {
                let name = "\(source).\(ending)"
                #expect(
                    try bytes(path("out/" + name)) == bytes(one + "/" + name),
                    "\(name), \(segment)")
            }
        }
        let text = String(decoding: try bytes(one + "/\(source).jsonl"), as: UTF8.self)
        let lines = try JSONLines.parse(text)
        #expect(lines.count { ($0["faces"] as? [Any])?.isEmpty == false } > 200)
    }

    @Test func aPartThatIsCutOffIsMadeAgain() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "3s") == 3)
        for index in 0..<3 { #expect(try await detect(index).exitCode == 0) }
        let parts = names
        #expect(parts.count == 3 && parts.allSatisfy { $0.hasSuffix(".fcd") })
        let part = path("parts/" + parts[1])
        let whole = try bytes(part)
        try whole.dropLast(1000).write(to: URL(filePath: part))
        let refused = try await merge()
        #expect(refused.exitCode == 65, "\(refused.messages)")
        #expect(
            refused.messages.contains("1 of 3 segments") && refused.messages.contains("--index"))
        #expect(refused.messages.contains(parts[1] + " is no complete part (it is cut off)"))
        #expect(!FileManager.default.fileExists(atPath: path("out/MANIFEST.json")))
        let partial = try await merge(["--partial"])
        #expect(partial.exitCode == 65)
        #expect(partial.messages.contains("its part is damaged"), "\(partial.messages)")
        let again = try await CommandRunner.run([
            "detect", "--plan", path("plan.jsonl"), "-o", path("parts"),
        ])
        #expect(again.exitCode == 0)
        #expect(again.messages.components(separatedBy: "done before").count == 3)
        #expect(try bytes(part) == whole)
        #expect(names == parts)
        #expect(try await merge().exitCode == 0)
    }

    @Test func aBadFileIsListedWithItsFramesAndTheRestIsComplete() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        let bad = try folder.write(Array("no video".utf8), to: "bad.mp4")
        let changed = try await ArchiveVideo.rotated.make(in: folder)
        #expect(try await plan([video, bad, changed], segment: "3s") == 7)
        let handle = try #require(FileHandle(forWritingAtPath: changed))
        try handle.seekToEnd()
        try handle.write(contentsOf: [0])
        try handle.close()
        let detect = try await CommandRunner.run([
            "detect", "--plan", path("plan.jsonl"), "-o", path("parts"),
        ])
        #expect(detect.exitCode == 65)
        #expect(names.count { $0.hasSuffix(".failed") } == 4)
        let run = try await merge()
        #expect(run.exitCode == 65)
        let rows = run.output.split(separator: "\n").map { $0.split(separator: ",")[1] }
        #expect(run.output.contains("bFrames.mp4,,analysed,700,700,"), "\(run.output)")
        #expect(run.output.contains("bad.mp4,,failed") && rows.count == 4, "\(run.output)")
        let manifest = try #require(
            JSONSerialization.jsonObject(with: bytes(path("out/MANIFEST.json"))) as? [String: Any])
        let videos = try #require(manifest["videos"] as? [[String: Any]])
        #expect(videos.count == 3)
        let failures = videos.map { $0["failed"] as? [[String: Any]] ?? [] }
        try #require(failures.map(\.count) == [0, 1, 3])
        #expect(failures[2].map { $0["a"] as? Int } == [0, 300, 600])
        #expect(failures[2][1]["b"] as? Int == 600 && failures[2][1]["start"] as? Double == 10)
        #expect(failures[2][0]["exit_code"] as? Int == 65)
        #expect(
            (failures[2][0]["message"] as? String)?.contains("not the file that was planned")
                == true)
        let out = try FileManager.default.contentsOfDirectory(atPath: path("out")).sorted()
        #expect(out == ["MANIFEST.json", "bFrames.jsonl"])
    }

    @Test func framesOfAFailedSegmentAreAGapInWhatIsWritten() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "3s") == 3)
        for index in [0, 2] { #expect(try await detect(index).exitCode == 0) }
        let missing = try await merge()
        #expect(missing.exitCode == 66 && missing.messages.contains("--index 1)"))
        let run = try await merge(["--partial", "--movies", "--sidecar", "jsonl"])
        #expect(run.exitCode == 66)
        #expect(run.output.contains(",partial,400,400,"), "\(run.output)")
        let text = String(decoding: try bytes(path("out/bFrames.jsonl")), as: UTF8.self)
        let lines = try JSONLines.parse(text)
        let frames = lines.compactMap { $0["frame"] as? Int }
        #expect(Set(frames) == Set(0..<300).union(600..<700))
        let gap = try #require(lines.first { $0["event"] as? String == "gap" })
        #expect(gap["pts"] as? Double == 10, "\(gap)")
        let inspect = try await succeed(["inspect", path("out/bFrames.mp4"), "--json"])
        #expect(inspect.output.contains("\"gap"), "\(inspect.output)")
    }

    @Test func framesOfAFailedLastSegmentAreAGapToTheEnd() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "3s") == 3)
        for index in 0..<2 { #expect(try await detect(index).exitCode == 0) }
        let run = try await merge(["--partial", "--movies", "--sidecar", "jsonl"])
        #expect(run.exitCode == 66)
        let text = String(decoding: try bytes(path("out/bFrames.jsonl")), as: UTF8.self)
        let gap = try #require(
            JSONLines.parse(text).first { $0["event"] as? String == "gap" })
        #expect(gap["pts"] as? Double == 20 && gap["gap_ms"] as? Double ?? 0 > 3333, "\(gap)")
        let export = try await succeed(["export", path("out/bFrames.mp4"), "--format", "jsonl"])
        let told = try #require(
            JSONLines.parse(export.output).first { $0["event"] as? String == "gap" })
        #expect(told["pts"] as? Double == 20 && told["gap_ms"] as? Double ?? 0 > 3333, "\(told)")
    }

    @Test func aVideoThatWasReplacedHasNoCopyAndTheRestIsWritten() async throws {
        let changed = try await ArchiveVideo.rotated.make(in: folder)
        let gone = try await ArchiveVideo.editList.make(in: folder)
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([changed, gone, video], segment: "whole") == 3)
        for index in 0..<3 { #expect(try await detect(index).exitCode == 0) }
        try FileManager.default.removeItem(atPath: gone)
        try FileManager.default.removeItem(atPath: changed)
        try FileManager.default.copyItem(atPath: video, toPath: changed)
        let run = try await merge([
            "--movies", "--sidecar", "csv", "--report", path("out/page.html"),
        ])
        #expect(run.exitCode == 65, "\(run.messages)")
        let reason = "rotated.mp4 is not the file that was planned"
        #expect(run.messages.contains(reason))
        #expect(String(decoding: try bytes(path("out/page.html")), as: UTF8.self).contains(reason))
        #expect(run.messages.components(separatedBy: "No copy is written.").count == 3)
        let out = try FileManager.default.contentsOfDirectory(atPath: path("out")).sorted()
        #expect(
            out == [
                "MANIFEST.json", "bFrames.csv", "bFrames.mp4", "editList.csv", "page.html",
                "rotated.csv",
            ])
        let manifest = try #require(
            JSONSerialization.jsonObject(with: bytes(path("out/MANIFEST.json"))) as? [String: Any])
        let failures = (manifest["videos"] as? [[String: Any]])?
            .map { ($0["copy_failure"] as? [String: Any])?["exit_code"] as? Int }
        #expect(failures == [65, 66, nil])
    }

    @Test func partsThatWereExchangedAreMadeAgain() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "3s") == 3)
        for index in 0..<3 { #expect(try await detect(index).exitCode == 0) }
        let (first, second) = (path("parts/" + names[0]), path("parts/" + names[1]))
        let whole = try [first, second].map(bytes)
        try whole[0].write(to: URL(filePath: second))
        try whole[1].write(to: URL(filePath: first))
        #expect(try await merge().exitCode == 65)
        for index in 0..<3 { #expect(try await detect(index).exitCode == 0) }
        #expect(try [first, second].map(bytes) == whole)
    }

    /// Root reads everything.
    @Test(.enabled(if: geteuid() != 0, "needs a user that is not root"))
    func aPartThatCannotBeReadIsNotMissing() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "whole") == 1)
        #expect(try await detect(0).exitCode == 0)
        chmod(path("parts/" + names[0]), 0)
        for run in [try await merge(["--partial"]), try await detect(0)] {
            #expect(
                run.exitCode == 77 && run.messages.contains("cannot be read"), "\(run.messages)")
        }
    }

    @Test(arguments: ["parts/page.html", "out/MANIFEST.json"])
    func aPageIsNotWrittenOverWhatAMergeReadsOrWrites(page: String) async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "whole") == 1)
        #expect(try await detect(0).exitCode == 0)
        #expect(try await merge().exitCode == 0)
        let run = try await merge(["--report", path(page)])
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(names.count == 1)
    }

    /// Its frames would be missing without a word.
    @Test(arguments: [1, 2, 3]) func aPlanThatHasLostASegmentIsNotMerged(line: Int) async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "3s") == 3)
        var lines = String(decoding: try bytes(path("plan.jsonl")), as: UTF8.self)
            .split(separator: "\n").map { $0 + "\n" }
        lines.remove(at: line)
        try folder.write(Array(lines.joined().utf8), to: "plan.jsonl")
        let run = try await merge(["--partial"])
        #expect(run.exitCode == 64)
        #expect(run.messages.contains("does not have all segments"), "\(run.messages)")
    }

    /// As where the lines of a plan were added to another: the files of the second would replace those of the first.
    @Test func twoVideosOfOneNameAreNotMerged() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        try folder.write(Array(try bytes(video)), to: "other/bFrames.mp4")
        #expect(try await plan([video], segment: "whole") == 1)
        let other = try await succeed([
            "plan", path("other/bFrames.mp4"), "--like", path("plan.jsonl"),
        ])
        let added = try #require(other.output.split(separator: "\n").last)
        let lines = String(decoding: try bytes(path("plan.jsonl")), as: UTF8.self)
        try folder.write(Array((lines + added + "\n").utf8), to: "plan.jsonl")
        #expect(try await detect(0).exitCode == 0)
        let run = try await merge()
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains("would both be written"), "\(run.messages)")
        #expect(!FileManager.default.fileExists(atPath: path("out")))
    }

    @Test(arguments: [[], ["--partial"]])
    func aFailureThatTellsOfSuccessCountsForNothing(options: [String]) async throws {
        let video = try folder.write(Array("no video".utf8), to: "bad.mp4")
        #expect(try await plan([video], segment: "whole") == 1)
        #expect(try await detect(0).exitCode == 65)
        let name = try #require(names.first)
        let text = String(decoding: try bytes(path("parts/" + name)), as: UTF8.self)
        let changed = text.replacing("\"exit_code\":65", with: "\"exit_code\":0")
        try #require(changed != text)
        try folder.write(Array(changed.utf8), to: "parts/" + name)
        let run = try await merge(options)
        #expect(run.exitCode == 66, "\(run.messages)")
    }

    @Test func whatIsThereIsKeptUnlessForceIsGiven() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "whole") == 1)
        #expect(try await detect(0).exitCode == 0)
        #expect(try await merge().exitCode == 0)
        let run = try await CommandRunner.run([
            "merge", path("plan.jsonl"), path("parts"), "-o", path("out"),
        ])
        #expect(run.exitCode == 74 && run.messages.contains("--force"), "\(run.messages)")
        let report = path("page.html")
        _ = try await succeed([
            "merge", path("plan.jsonl"), path("parts"), "-o", path("out"), "-f", "--report", report,
        ])
        #expect(String(decoding: try bytes(report), as: UTF8.self).contains("1 video, "))
        let plan = try await CommandRunner.run(["plan", video, "-o", path("plan.jsonl")])
        #expect(plan.exitCode == 74, "\(plan.messages)")
    }

    @Test func aPlanLikeAnotherSharesThePartsOfTheSameVideos() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        let search = ["--detect-every", "2"]
        _ = try await succeed(
            ["plan", video, "-o", path("plan.jsonl"), "--segment", "whole"] + search)
        try folder.write(Array("no video".utf8), to: "bad.mp4")
        let call = [
            "plan", path("bad.mp4"), video, "-o", path("both.jsonl"), "--segment", "whole",
            "--like", path("plan.jsonl"),
        ]
        _ = try await succeed(call)
        let lines = try ["plan", "both"].map {
            String(decoding: try bytes(path($0 + ".jsonl")), as: UTF8.self).split(separator: "\n")
        }
        #expect(lines[1].count == 3)
        #expect([lines[1][0], lines[1][2]] == lines[0])
        // The length of segments is the example's.
        for length in ["3s", "whole"] {
            let plan = ["plan", video, "-f", "-o"]
            _ = try await succeed(plan + [path("plan.jsonl"), "--segment", length])
            _ = try await succeed(plan + [path("like.jsonl"), "--like", path("plan.jsonl")])
            #expect(try bytes(path("like.jsonl")) == bytes(path("plan.jsonl")), "\(length)")
        }
        // The plan of an interrupted run does not say any.
        let text = String(decoding: try bytes(path("plan.jsonl")), as: UTF8.self)
        let without = text.replacing(#/,?"segment_seconds":[0-9.]+/#, with: "")
        try #require(without != text)
        try folder.write(Array(without.utf8), to: "plan.jsonl")
        _ = try await succeed(
            ["plan", video, "-f", "-o", path("like.jsonl"), "--like", path("plan.jsonl")])
        let like = String(decoding: try bytes(path("like.jsonl")), as: UTF8.self)
        #expect(like.contains(#""segment_seconds":60"#), "\(like)")
        for option in [search, ["--region", "0,0,1,.5"], ["--mesh-points"]] {
            let run = try await CommandRunner.run(call + ["-f"] + option)
            #expect(
                run.exitCode == 64 && run.messages.contains("--like takes the options"), "\(option)"
            )
        }
    }

    /// Killed as it reads its video, and as it writes its part.
    @Test(arguments: ["bFrames.mp4", "part"])
    func aWorkerThatIsKilledLeavesNothingAndIsRepeated(at file: String) async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "whole") == 1)
        try #require(try await detect(0).exitCode == 0)
        let made = names
        try #require(made.count == 1)
        let part = try bytes(path("parts/" + made[0]))
        try FileManager.default.removeItem(atPath: path("parts/" + made[0]))
        let watch = try FolderWatch(file == "part" ? path("parts") : folder.path)
        let worker = try await CommandRunner.start([
            "detect", "--plan", path("plan.jsonl"), "--index", "0", "-o", path("parts"),
        ])
        let isSeen =
            if file == "part" {
                await watch.waitForWrite { _ in true }
            } else {
                await watch.waitForRead(of: file)
            }
        #expect(isSeen)
        worker.send(SIGKILL)
        _ = await worker.result()
        // A part that is written has its name soon.
        #expect(names == [] || names == made, "\(names)")
        for name in names { #expect(try bytes(path("parts/" + name)) == part) }
        #expect(try await detect(0).exitCode == 0)
        #expect(try names == made && bytes(path("parts/" + made[0])) == part)
    }

    @Test func mistakesAreNamedWithTheirRemedy() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        #expect(try await plan([video], segment: "whole") == 1)
        let (plan, parts) = (path("plan.jsonl"), path("parts"))
        let cases: [([String], Int32, String)] = [
            (["plan"], 64, "FILE is missing"), (["plan", path("none.mp4")], 66, "none.mp4"),
            (["plan", video, "--like", video], 64, "no plan"),
            (["plan", video, "--like", path("none")], 66, "none"),
            (["plan", video, video], 64, "would both be written"),
            (["detect", "-o", parts], 64, "--plan"), (["detect", "--plan", plan], 64, "--output"),
            (["detect", "--plan", video, "-o", parts], 64, "no plan"),
            (["detect", "--plan", plan, "-o", parts, "--index", "1"], 64, "0 to 0"),
            (["merge", plan], 64, "PARTS is missing"), (["merge", plan, parts], 64, "--output"),
            (["merge", plan, parts, "-o", path("o")], 66, "facecap detect"),
            (["merge", path("none"), parts, "-o", path("o")], 66, "none"),
        ]
        for (words, exitCode, text) in cases {
            let run = try await CommandRunner.run(words)
            #expect(run.exitCode == exitCode, "\(words): \(run.messages)")
            #expect(run.messages.contains(text), "\(words): \(run.messages)")
        }
    }

    @Test func theCopyOfAnotherFormatHasTheTablesOfMerge() async throws {
        let video = try await ArchiveVideo.variableRate.make(in: folder)
        let formats = ["--sidecar", "jsonl,csv,vtt"]
        try await succeed(
            ["analyze", video, "--output-dir", path("one")] + formats + CheapDetection.ofOneFace)
        #expect(try await plan([video], segment: "whole") == 1)
        #expect(try await detect(0).exitCode == 0)
        #expect(try await merge(formats).exitCode == 0)
        for ending in ["jsonl", "csv", "vtt"] {
            let name = "variableRate." + ending
            #expect(try bytes(path("out/" + name)) == bytes(path("one/" + name)), "\(ending)")
        }
    }

    @Test func anEmptyMovieIsSaidToBeEmpty() async throws {
        let empty = try folder.write([], to: "empty.mp4")
        #expect(try await plan([empty], segment: "whole") == 1)
        #expect(try await detect(0).exitCode == 65)
        let run = try await merge(["--movies"])
        #expect(run.exitCode == 65)
        #expect(run.messages.contains("empty.mp4 is empty"), "\(run.messages)")
        #expect(!run.messages.contains("alone"), "\(run.messages)")
    }
}
