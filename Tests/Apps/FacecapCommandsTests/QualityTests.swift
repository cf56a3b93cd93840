// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// The figures that docs/quality.md gives, on the shared media, through the whole program with YuNet.
@Suite(.enabled(if: SharedMedia.isAvailable, "needs the shared media: FACECAP_SHARED"))
struct QualityTests {
    private func run(_ arguments: [String]) async throws -> CommandResult {
        let run = try await CommandRunner.run(
            arguments, environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(run.exitCode == 0, "\(run.messages)")
        return run
    }

    private func records(_ media: String) async throws -> [[String: Any]] {
        let run = try await run([
            "live", "--json", "--no-clock", "--source", SharedMedia.path("media/" + media),
        ])
        return try JSONLines.parse(run.output)
    }

    /// A figure in the tables of `facecap evaluate`, by the headings of its column and its row.
    private func number(_ column: String, _ row: String, of tables: String) throws -> Double {
        let rows = tables.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let header = try #require(
            rows.firstIndex { $0.first == "source" && $0.contains(column) })
        let cells = try #require(rows[header...].first { $0.first == row })
        let index = try #require(rows[header].firstIndex(of: column))
        return try #require(Double(cells[index]))
    }

    @Test func drawnFacesAreFoundFollowedAndMeasured() async throws {
        let table = try await run(["evaluate", SharedMedia.path("media/procedural")]).output
        #expect(try number("recall", "total", of: table) >= 0.98)
        #expect(try number("precision", "total", of: table) >= 0.99)
        #expect(try number("roll", "total", of: table) <= 2.5)
        #expect(try number("yaw", "total", of: table) <= 6)
        #expect(try number("pitch", "total", of: table) <= 7)
        #expect(try number("switches", "proc_four", of: table) == 0)
        #expect(try number("switches", "proc_cross", of: table) <= 1)
        #expect(try number("ids", "proc_enter_leave", of: table) == 2)
    }

    @Test func everyFaceOfThePhotosIsFound() async throws {
        let table = try await run(["evaluate", SharedMedia.path("media/photos")]).output
        #expect(try number("recall", "faces", of: table) == 1)
    }

    /// OpenCV's own calls find 9 of the 12, and a false one.
    @Test(arguments: ["auto", "off"])
    func theCascadesFindMostFacesOfThePhotosAndNoOthers(mesh: String) async throws {
        let table = try await run(
            ["evaluate", "--detector", "haar", "--mesh", mesh, SharedMedia.path("media/photos")]
        ).output
        #expect(try number("recall", "faces", of: table) >= 0.83)
        #expect(try number("precision", "faces", of: table) == 1)
    }

    @Test(arguments: [("videos/asl_two_people.mp4", 2), ("videos/classroom.gif", 4)])
    func peopleKeepTheirIds(_ media: String, _ people: Int) async throws {
        let found = try await records(media).filter { $0["event"] as? String == "face_found" }
        #expect(found.count == people)
    }

    /// Of the boxes that are shown, also where no face was seen, nearly all are where a face is.
    @Test(arguments: ["proc_enter_leave", "proc_cross", "proc_four"])
    func whatIsShownIsThere(_ name: String) async throws {
        let csv = try String(
            contentsOfFile: SharedMedia.path("media/procedural/\(name).csv"), encoding: .utf8)
        var truth: [Int: [[Double]]] = [:]
        for line in csv.split(whereSeparator: \.isNewline).dropFirst() {
            let fields = line.split(separator: ",")
            truth[try #require(Int(fields[0])), default: []].append(
                fields[2..<6].compactMap { Double($0) })
        }
        var (shown, there) = (0, 0)
        let records = try await records("procedural/\(name).mp4")
        let video = try #require(records[0]["video"] as? [String: Double])
        let size = ["width", "height"].compactMap { video[$0] }
        for record in records {
            for face in record["faces"] as? [[String: Any]] ?? [] {
                let bounds = try #require(face["bounds"] as? [String: Double])
                let shares = ["x", "y", "width", "height"].compactMap { bounds[$0] }
                let box = zip(shares, size + size).map { $0 * $1 }
                let frame = try #require(record["frame"] as? Int)
                shown += 1
                there += (truth[frame] ?? []).contains { overlap($0, box) > 0.4 } ? 1 : 0
            }
        }
        #expect(shown > 100 && Double(there) >= 0.985 * Double(shown), "\(there) of \(shown)")
    }

    /// Intersection over union of boxes: left, top, width and height.
    private func overlap(_ a: [Double], _ b: [Double]) -> Double {
        let width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        let height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        let common = max(0, width) * max(0, height)
        return common / (a[2] * a[3] + b[2] * b[3] - common)
    }

    /// Frame 77 shows another person: the event stands behind its record, and no id goes on.
    @Test func aCutIsToldAtItsFrameAndEndsAllFaces() async throws {
        let records = try await records("videos/asl_cut.mp4")
        let cuts = records.indices.filter { records[$0]["event"] as? String == "cut" }
        let cut = try #require(cuts.first)
        #expect(cuts.count == 1)
        let before = records[..<cut].last { $0["type"] as? String == "faces" }
        #expect(before?["frame"] as? Int == 77)
        let lost = records.filter { $0["event"] as? String == "face_lost" }
        #expect(!lost.isEmpty && lost.allSatisfy { $0["reason"] as? String == "cut" })
    }

    @Test func aVideoWithoutACutHasNone() async throws {
        let records = try await records("videos/asl_two_people.mp4")
        try #require(records.contains { $0["type"] as? String == "faces" })
        #expect(records.allSatisfy { $0["event"] as? String != "cut" })
    }

    @Test(arguments: ["kodim09.png", "kodim22.png", "realshort.mp4"])
    func nobodyIsFoundWhereNobodyIs(_ media: String) async throws {
        let faces = try await records("negatives/" + media).compactMap { $0["faces"] as? [Any] }
        #expect(!faces.isEmpty)
        #expect(faces.allSatisfy { $0.isEmpty })
    }

    @Test func aVideoGivesTheSameBytesWhateverTheNumberOfThreads() async throws {
        var outputs: Set<String> = []
        for threads in ["1", "2", "4"] {
            let video = SharedMedia.path("media/videos/asl_two_people.mp4")
            let run = try await run([
                "live", "--json", "--no-clock", "--threads", threads, "--source", video,
            ])
            outputs.insert(run.output)
        }
        #expect(outputs.count == 1)
    }

    @Test func aVideoPipedInIsAnalysedLikeTheFile() async throws {
        let video = SharedMedia.path("media/videos/asl_two_people.mp4")
        let file = try await run(["live", "--json", "--no-clock", "--source", video])
        let piped = try await CommandRunner.run(
            ["live", "--json", "--no-clock", "--source", "-"],
            environment: ["FACECAP_MODELS": SharedMedia.path("models")],
            input: Array(try Data(contentsOf: URL(filePath: video))))
        // The first line names the source.
        let lines = [file, piped].map { $0.output.split(separator: "\n").dropFirst() }
        #expect(lines[0] == lines[1])
    }
}
