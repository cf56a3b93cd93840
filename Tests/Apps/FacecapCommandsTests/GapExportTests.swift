// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

/// What is made of a movie whose face track has a gap: nobody is in view there.
@Suite(.enabled(if: GapMovie.canBeMade, "needs ffmpeg")) struct GapExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func succeed(_ arguments: [String]) async throws -> String {
        let run = try await CommandRunner.run(arguments)
        try #require(run.exitCode == 0, "\(run.messages)")
        return run.output
    }

    /// What `inspect` tells of the first face track.
    private func faces(of movie: String) async throws -> [String: Any] {
        let record = try JSONLines.parse(try await succeed(["inspect", "--json", movie])).first
        return try #require((record?["faces"] as? [[String: Any]])?.first)
    }

    private func gaps(of movie: String) async throws -> [(start: Double, end: Double)] {
        let gaps = try #require(try await faces(of: movie)["gaps"] as? [[String: Any]])
        return try gaps.map { gap in
            let start = try #require(gap["start"] as? Double)
            return (start, start + (try #require(gap["duration"] as? Double)))
        }
    }

    private func secondsInView(in movie: String) async throws -> [Double] {
        let ids = try await faces(of: movie)["ids"] as? [[String: Any]]
        return try #require(ids).compactMap { $0["in_view"] as? Double }
    }

    @Test func aFrameIsInViewAsLongAsItIsShown() async throws {
        let movie = try await GapMovie(in: folder)
        #expect(try await gaps(of: movie.still).isEmpty)
        let seconds = try await secondsInView(in: movie.still)
        #expect(seconds.count == 1 && seconds.allSatisfy { $0 > 3.6 })
    }

    @Test func nobodyIsInViewInAGap() async throws {
        let movie = try await GapMovie(in: folder)
        let gaps = try await gaps(of: movie.withGap)
        #expect(gaps.count == 1)
        #expect(gaps.allSatisfy { abs($0.start - movie.gapStart) < 1e-3 })
        #expect(gaps.allSatisfy { abs($0.end - movie.gapEnd) < 1e-3 })
        let page = try await succeed(["inspect", movie.withGap])
        #expect(page.contains("nothing is known in 1 stretch:\n    from 00:00.333 for "))
        let seconds = try await secondsInView(in: movie.withGap)
        #expect(seconds.count == 1 && seconds.allSatisfy { $0 < 0.7 })
    }

    @Test func copiesKeepTheGap() async throws {
        let movie = try await GapMovie(in: folder)
        let copy = folder.path + "/copy.mp4"
        let haar = CheapDetection.ofOneFace + ["--quiet", "--force"]
        let commands = [
            ["analyze", movie.withGap, "-o", copy] + haar, ["redact", movie.withGap, copy] + haar,
            ["redact", movie.withGap, copy, "--detect"] + haar,
            ["render", movie.withGap, copy, "--force"], ["remux", movie.withGap, copy, "--force"],
        ]
        for command in commands {
            try await succeed(command)
            let gaps = try await gaps(of: copy)
            #expect(gaps.count == 1, "\(command)")
            #expect(gaps.allSatisfy { abs($0.start - movie.gapStart) < 2e-3 }, "\(command)")
            #expect(gaps.allSatisfy { abs($0.end - movie.gapEnd) < 2e-3 }, "\(command)")
        }
    }

    @Test func noFormatShowsAFaceInAGap() async throws {
        let movie = try await GapMovie(in: folder)
        for format in FaceExportFormat.allCases {
            let output = folder.path + "/faces." + format.fileExtension
            try await succeed(
                ["export", movie.withGap, "--format", format.rawValue, "-o", output])
            try check(format, Data(contentsOf: URL(filePath: output)), movie)
        }
    }

    private func check(_ format: FaceExportFormat, _ bytes: Data, _ movie: GapMovie) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        switch format {
        case .jsonl: try check(records: JSONLines.parse(text), movie)
        case .csv: check(times: lines.dropFirst().map { field(1, of: $0) }, movie)
        case .openface: check(times: lines.dropFirst().map { field(2, of: $0) }, movie)
        case .vtt: check(cues: lines.filter { $0.contains(" --> ") }, movie)
        case .coco:
            let document = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            try check(document: document ?? [:], movie)
        case .cvat: check(boxes: lines.filter { $0.contains("<box ") })
        case .mot: check(rows: lines)
        case .eaf:
            let times = lines.filter { $0.contains("<TIME_SLOT ") }.compactMap { line in
                line.split(separator: "\"").dropLast().last.flatMap { Double($0) }
            }
            check(ends: times.map { $0 / 1000 }, movie)
        case .boris:
            let project = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            let observations = project?["observations"] as? [String: [String: Any]]
            let events = observations?.values.first?["events"] as? [[Any]] ?? []
            let ends = events.filter { $0[2] as? String == "in view" }
            check(ends: ends.compactMap { $0[0] as? Double }, movie)
        case .textgrid:
            let ends = lines.indices.filter { lines[$0].contains("text = \"in view\"") }.flatMap {
                [lines[$0 - 2], lines[$0 - 1]].compactMap {
                    Double($0.split(separator: " ").last ?? "")
                }
            }
            check(ends: ends, movie)
        case .motGT:
            // The archive is not compressed; bytes of its own stand before the rows.
            check(
                rows: lines.map { line in
                    let rest = line.reversed().drop { $0.isNumber || "-.,".contains($0) }
                    return line.dropFirst(rest.count)
                }.filter { $0.count { $0 == "," } == 8 })
        }
    }

    private func field(_ index: Int, of line: Substring) -> Double {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        return fields.indices.contains(index) ? Double(fields[index]) ?? .nan : .nan
    }

    private func check(times: [Double], _ movie: GapMovie) {
        #expect(times.count == 20)
        #expect(times.allSatisfy { $0.isFinite && !movie.isInGap($0) })
    }

    /// A gap is told where it lies in the order of time.
    private func check(records: [[String: Any]], _ movie: GapMovie) throws {
        let frames = records.filter { $0["type"] as? String == "faces" }
        check(times: frames.map { $0["pts"] as? Double ?? .nan }, movie)
        let index = try #require(records.firstIndex { $0["event"] as? String == "gap" })
        let (start, length) = (
            records[index]["pts"] as? Double, records[index]["gap_ms"] as? Double
        )
        #expect(abs((start ?? 0) - movie.gapStart) < 1e-3)
        #expect(abs((length ?? 0) / 1000 - (movie.gapEnd - movie.gapStart)) < 1e-3)
        #expect(records[..<index].count { $0["type"] as? String == "faces" } == 10)
        #expect(records.count { $0["event"] as? String == "gap" } == 1)
    }

    /// Somebody is in view before the gap and after it.
    private func check(ends: [Double], _ movie: GapMovie) {
        #expect(ends.count >= 4)
        #expect(ends.contains { abs($0 - movie.gapStart) < 2e-3 })
        #expect(ends.contains { abs($0 - movie.gapEnd) < 2e-3 })
        #expect(ends.allSatisfy { $0 < movie.gapStart + 2e-3 || $0 > movie.gapEnd - 2e-3 })
    }

    private func check(cues: [Substring], _ movie: GapMovie) {
        let stretches = cues.map { line in
            line.split(separator: " ").filter { $0 != "-->" }.map { clock in
                clock.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
            }
        }
        #expect(stretches.count == 20)
        for stretch in stretches {
            #expect(
                stretch[1] <= movie.gapStart + 0.001 || stretch[0] >= movie.gapEnd - 0.001,
                "\(stretch)")
        }
    }

    private func check(document: [String: Any], _ movie: GapMovie) throws {
        let images = try #require(document["images"] as? [[String: Any]])
        check(times: images.map { $0["pts"] as? Double ?? .nan }, movie)
    }

    /// CVAT shows a face until a box says that it is gone, so that each frame needs its own.
    private func check(boxes: [Substring]) {
        let frames = boxes.filter { $0.contains(#"outside="0""#) }.compactMap { line in
            line.split(separator: "\"").dropFirst().first.flatMap { Int($0) }
        }
        #expect(frames == Array(0..<20))
        #expect(boxes.allSatisfy { $0.contains(#"keyframe="1""#) })
    }

    /// Rows name images, of which a gap has none.
    private func check(rows: [Substring]) {
        #expect(rows.map { field(0, of: $0) } == (1...20).map { Double($0) })
    }
}
