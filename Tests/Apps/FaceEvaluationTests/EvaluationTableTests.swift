// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import FaceValues
import Testing

@Suite struct EvaluationTableTests {
    @Test func alignsColumnsAndAddsSums() {
        let tables = EvaluationTable.tables([
            report("a", hits: 2, misses: 1), report("file", hits: 3),
        ])
        let lines = tables.map { $0.text.split(separator: "\n") }
        #expect(tables.count == 3)
        for (table, lines) in zip(tables, lines) {
            #expect(table.text.hasSuffix("\n") && Set(lines.map(\.count)).count == 1)
        }
        let words = lines.map { $0.map { $0.split(separator: " ").joined(separator: " ") } }
        #expect(
            words[0] == [
                "source frames faces recall precision shown IoU people ids switches IDF1 HOTA lag jitter",
                "a 3 3 0.6667 1.0000 1.0000 1.000 1 1 0 0.8000 0.6667 - 0.000",
                "file 3 3 1.0000 1.0000 1.0000 1.000 1 1 0 1.0000 1.0000 - 0.000",
                "total 6 6 0.8333 1.0000 1.0000 1.000 2 2 0 0.9091 0.8498 - 0.000",
            ])
        #expect(
            words[1] == [
                "source roll told +- held yaw told +- held pitch told +- held",
                "a 1.50 100 - - - - - - - - - -", "file 1.50 100 - - - - - - - - - -",
                "total 1.50 100 - - - - - - - - - -",
            ])
        #expect(words[2].dropFirst() == ["height 0-24 1.50 100 - - - - - - - - - -"])
        #expect(lines[0][1].hasPrefix("a       "))
    }

    @Test func writesMarkdown() {
        let markdown = EvaluationTable.tables([report("a|b", hits: 1)])[0].markdown
        let lines = markdown.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == "|---|" + String(repeating: "---:|", count: 13))
        #expect(
            lines[2]
                == #"| a\|b | 1 | 1 | 1.0000 | 1.0000 | 1.0000 | 1.000 | 1 | 1 | 0 | 1.0000 | 1.0000 | - | - |"#
        )
    }

    @Test func leavesOutWhatNobodyMeasured() {
        let tables = EvaluationTable.tables([EvaluationReport(title: "none")])
        #expect(tables.count == 1)
        let line = tables[0].markdown.split(separator: "\n").last
        #expect(line == "| none | 0 | 0 | - | - | - | - | - | - | - | - | - | - | - |")
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
