import FaceEvaluation
import FaceValues
import Testing

@Suite struct EvaluationTableTests {
    @Test func alignsColumnsAndAddsSums() {
        let text = EvaluationTable([report("a", hits: 2, misses: 1), report("file", hits: 3)]).text
        let lines = text.split(separator: "\n")
        #expect(text.hasSuffix("\n") && Set(lines.map(\.count)).count == 1)
        #expect(
            lines.map { $0.split(separator: " ").joined(separator: " ") } == [
                "source frames faces recall precision IoU people ids switches roll yaw pitch withheld",
                "a 3 3 0.6667 1.0000 1.000 1 1 0 1.50 - - 0.000",
                "file 3 3 1.0000 1.0000 1.000 1 1 0 1.50 - - 0.000",
                "total 6 6 0.8333 1.0000 1.000 2 2 0 1.50 - - 0.000",
            ])
        #expect(lines[1].hasPrefix("a       "))
    }

    @Test func writesMarkdown() {
        let markdown = EvaluationTable([report("a|b", hits: 1)]).markdown
        let lines = markdown.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == "|---|" + String(repeating: "---:|", count: 12))
        #expect(
            lines[2]
                == #"| a\|b | 1 | 1 | 1.0000 | 1.0000 | 1.000 | 1 | 1 | 0 | 1.50 | - | - | 0.000 |"#
        )
    }

    @Test func leavesOutWhatNobodyMeasured() {
        let line = EvaluationTable([EvaluationReport(title: "none")]).markdown
            .split(separator: "\n").last
        #expect(line == "| none | 0 | 0 | - | - | - | - | - | - | - | - | - | - |")
    }

    private func report(_ title: String, hits: Int, misses: Int = 0) -> EvaluationReport {
        let bounds = Rect(x: 0, y: 0, width: 10, height: 10)
        let truth = TruthFace(identity: "a", bounds: bounds, rollAngle: 1.5)
        let face = MetadataFaceObject(faceID: 1, bounds: bounds, rollAngle: 0, confidence: 1)
        var evaluation = EvaluationAccumulator(title: title)
        for _ in 0..<hits { evaluation.add([face], truth: [truth]) }
        for _ in 0..<misses { evaluation.add([], truth: [truth]) }
        return evaluation.report
    }
}
