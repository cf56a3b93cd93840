// SPDX-License-Identifier: Apache-2.0
import FaceReport
import Facecap
import Glibc
import SystemSupport
import Testing

@testable import FacecapCommands

/// The table of `analyze` and `merge`, whatever files are called.
@Suite struct AnalyzeTableTests {
    /// The row of a file, as bytes.
    private func row(of name: [UInt8]) throws -> [UInt8] {
        let pipe = try ScratchPipe()
        let table = try AnalyzeTable(StandardOutput(descriptor: pipe.writeEnd))
        try table.write(AnalyzeItem(input: String(pathBytes: name), output: nil), "failed")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(pipe.readEnd, &bytes, bytes.count)
        let header = try #require(bytes.prefix(max(0, count)).firstIndex(of: UInt8(ascii: "\n")))
        return Array(bytes[(header + 1)..<max(header + 1, count)])
    }

    @Test(arguments: [
        ("a.mp4", "a.mp4"), ("a,b", "\"a,b\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""),
        ("a\r\nb", "\"a\r\nb\""), ("a\"\u{301}b", "\"a\"\"\u{301}b\""),
        ("=1+1", "./=1+1"), ("+a", "./+a"), ("-a", "./-a"), ("@a", "./@a"), ("-", "-"),
        ("./=a", "./=a"), ("é.mp4", "é.mp4"),
    ])
    func aNameIsOneCellAndNoFormula(name: String, cell: String) throws {
        let row = try row(of: Array(name.utf8))
        #expect(row == Array("\(cell),,failed,,,,\n".utf8), "\(row)")
    }

    @Test func aNameThatIsNotUTF8IsItsBytes() throws {
        let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x6D]
        #expect(try row(of: name) == name + Array(",,failed,,,,\n".utf8))
    }

    /// As in the face track, where they are a gap.
    @Test func framesThatCannotBeDecodedAreAPartOfTheVideo() {
        var summary = AnalyzeSummary()
        for second in 0..<30 as Range<Int64> {
            let isDropped = second < 10 || second >= 20
            let observation = FaceObservation(
                frame: FrameID(Int(second)),
                presentationTime: MediaTime(value: second, timescale: 1), captureNanoseconds: 0,
                outcome: isDropped ? .dropped(.corruptData) : .analysed)
            summary.add(observation)
        }
        #expect(summary.frameCount == 10 && summary.analysedCount == 10)
        let video = AnalysisPage.Video(name: "a.mp4", address: nil, figures: summary.figures)
        let page = String(decoding: AnalysisPage([video]).html, as: UTF8.self)
        #expect(page.contains("Length\">0:00:30<"))
    }

    @Test func whatSteersATerminalDoesNotGetThere() throws {
        var (terminal, program) = (Int32(-1), Int32(-1))
        try #require(openpty(&terminal, &program, nil, nil, nil) == 0)
        defer { for descriptor in [terminal, program] { close(descriptor) } }
        let table = try AnalyzeTable(StandardOutput(descriptor: program))
        try table.write(AnalyzeItem(input: "a\u{1B}[31m.mp4", output: nil), "failed")
        var bytes = [UInt8](repeating: 0, count: 4096)
        var text = ""
        while !text.contains("failed") {
            let count = read(terminal, &bytes, bytes.count)
            try #require(count > 0)
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        #expect(!text.contains("\u{1B}") && text.contains("[31m.mp4,,failed"), "\(text)")
    }
}
