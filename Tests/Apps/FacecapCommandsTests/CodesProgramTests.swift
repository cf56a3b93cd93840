// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `--codes` as its users see it.
@Suite struct CodesProgramTests {
    private static let (width, height) = (320, 240)
    private static let frameCount = 30
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func run(_ arguments: [String]) async throws -> CommandResult {
        let result = try await CommandRunner.run(arguments)
        #expect(result.exitCode == 0, "\(arguments): \(result.messages)")
        return result
    }

    /// A video in whose first 18 frames of 25 a second two codes are seen.
    private func video() throws -> (path: String, corners: [(x: Double, y: Double)]) {
        var bytes = Data("YUV4MPEG2 W\(Self.width) H\(Self.height) F25:1 Ip A1:1 Cmono\n".utf8)
        let empty = DrawnCode.Image(width: Self.width, height: Self.height)
        var image = empty
        var place = DrawnCode.Place(x: 90, y: 120)
        place.turn = 30
        let corners = try #require(
            DrawnCode("QRCode", "line 1\nline 2").draw(at: place, in: &image))
        DrawnCode("DataMatrix", "\u{1B}[31m").draw(
            at: DrawnCode.Place(x: 230, y: 120), in: &image)
        for number in 0..<Self.frameCount {
            bytes += Data("FRAME\n".utf8) + Data(number < 18 ? image.luma : empty.luma)
        }
        try bytes.write(to: URL(filePath: path("codes.y4m")))
        return (path("codes.y4m"), corners)
    }

    private func codes(_ text: String) throws -> [[String: Any]] {
        try JSONLines.parse(text).filter { $0["event"] as? String == "codes" }
    }

    private func texts(_ event: [String: Any]) -> Set<String> {
        let codes = event["codes"] as? [[String: Any]] ?? []
        return Set(codes.compactMap { ($0["text"] ?? $0["base64"]) as? String })
    }

    @Test func everyCommandTellsOfTheSameCodes() async throws {
        let (source, corners) = try video()
        let options = CheapDetection.ofOneFace + ["--codes", "all"]
        let live = try codes(
            try await run(["live", "--source", source, "--json", "--no-clock"] + options).output)
        // At 0, 0.2, 0.4 and 0.6 s, and once more when they are gone.
        #expect(live.compactMap { $0["frame"] as? Int } == [0, 5, 10, 15, 20])
        #expect(live.dropLast().allSatisfy { texts($0) == ["line 1\nline 2", "G1szMW0="] })
        #expect(live.last.map(texts) == [])
        try #require(!live.isEmpty)
        let first = (live[0]["codes"] as? [[String: Any]])?
            .first { $0["symbology"] as? String == "qr" }
        let read = try #require(first?["corners"] as? [[Double]])
        #expect(read.count == 4)
        for (read, drawn) in zip(read, corners) {
            #expect(abs(read[0] * Double(Self.width) - drawn.x) < 3)
            #expect(abs(read[1] * Double(Self.height) - drawn.y) < 3)
        }

        _ = try await run(["record", "--source", source, path("a.mp4"), "--quiet"] + options)
        let recorded = try codes(
            try await run(["export", "--format", "jsonl", path("a.mp4")]).output)
        expectEqual(recorded, live)
        _ = try await run(
            ["analyze", source, "--sidecar", "jsonl", "--quiet"] + options)
        let sidecar = try String(contentsOfFile: path("codes.jsonl"), encoding: .utf8)
        expectEqual(try codes(sidecar), live)
    }

    private func expectEqual(_ events: [[String: Any]], _ others: [[String: Any]]) {
        #expect(events.count == others.count)
        for (one, other) in zip(events, others) {
            #expect(one["frame"] as? Int == other["frame"] as? Int)
            #expect(one["pts"] as? Double == other["pts"] as? Double)
            #expect(texts(one) == texts(other))
        }
    }

    @Test func theTableShowsACodeOnceInOneLineThatSteersNoTerminal() async throws {
        let source = try video().path
        let result = try await run(
            ["live", "--source", source, "--codes", "qr,datamatrix"] + CheapDetection.ofOneFace)
        let lines = result.output.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        #expect(lines.filter { $0.hasPrefix("0.00  qr line 1\\nline 2") }.count == 1)
        // What steers terminals is not text.
        #expect(lines.filter { $0.hasPrefix("0.00  datamatrix with 5 bytes") }.count == 1)
        #expect(lines.count { $0.contains("line 1") } == 1)
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test func withoutTheOptionNothingIsRead() async throws {
        let source = try video().path
        let result = try await run(
            ["live", "--source", source, "--json"] + CheapDetection.ofOneFace)
        #expect(try codes(result.output).isEmpty)
    }

    @Test(arguments: ["", "qr,", "upca", "none"])
    func otherKindsAreRefusedWithTheOnesThatThereAre(kinds: String) async throws {
        let result = try await CommandRunner.run(["live", "--codes", kinds])
        #expect(result.exitCode == 64 && result.messages.contains("datamatrix"))
    }

    /// Whatever is done for codes, the faces of each frame are told as without them.
    @Test func facesAreToldAsWithoutCodes() async throws {
        let source = "synthetic:faces=2,size=320x240,frames=40,pace=fast,motion=turn,seed=4"
        let options = ["live", "--source", source, "--json", "--no-clock"]
        let plain = try await run(options + CheapDetection.ofTwoFaces).output
        let read = try await run(options + CheapDetection.ofTwoFaces + ["--codes", "all"]).output
        #expect(plain == read)
    }
}
