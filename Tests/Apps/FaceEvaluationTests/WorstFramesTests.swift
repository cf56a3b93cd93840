// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import FaceValues
import Testing

@Suite struct WorstFramesTests {
    private let box = Rect(x: 10, y: 10, width: 40, height: 50)

    @Test func eachFaultHasItsFrames() {
        var evaluation = EvaluationAccumulator(title: "a")
        var worst = WorstFrames(limit: 6)
        let truth = [TruthFace(identity: "a", bounds: box, rollAngle: 5)]
        let beside = Rect(x: 20, y: 10, width: 40, height: 50)
        let far = Rect(x: 200, y: 10, width: 40, height: 50)
        let frames: [[MetadataFaceObject]] = [
            [face(1, box, roll: 5)], [], [face(1, box, roll: 5), face(9, far)],
            [face(2, box, roll: 5)], [face(2, box, roll: 45)], [face(2, beside, roll: 5)],
        ]
        for (number, faces) in frames.enumerated() {
            add(100 * number, evaluation.add(faces, truth: truth), to: &worst)
        }
        let numbers = WorstFrames.Fault.allCases.map { worst.entries(of: $0).map(\.number) }
        #expect(numbers == [[100], [200], [300], [400], [500]])
        #expect(worst.entries(of: .angle)[0].comparison.matches[0].angleError == 40)
    }

    /// Frames beside each other show the same: the worst of them is shown.
    @Test func framesNearEachOtherAreOne() {
        var worst = WorstFrames(limit: 6)
        for number in 0..<200 {
            let height = Double(10 + (number * 37) % 50)
            let missed = TruthFace(
                identity: "a", bounds: Rect(x: 0, y: 0, width: 10, height: height))
            var evaluation = EvaluationAccumulator(title: "a")
            add(number, evaluation.add([], truth: [missed]), to: &worst)
        }
        let entries = worst.entries(of: .missed)
        let numbers = entries.compactMap(\.number).sorted()
        #expect(entries.count > 2 && entries.count <= 6)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 >= 30 })
        let heights = entries.map { $0.comparison.missed[0].bounds.height }
        #expect(heights == heights.sorted(by: >) && heights[0] == 59)
    }

    private func add(
        _ number: Int, _ comparison: FrameComparison, to worst: inout WorstFrames
    ) {
        worst.add(
            WorstFrames.Entry(
                title: "a", number: number, path: "a.mp4", frameInFile: number,
                comparison: comparison))
    }

    private func face(_ id: Int, _ bounds: Rect, roll: Double? = nil) -> MetadataFaceObject {
        MetadataFaceObject(faceID: id, bounds: bounds, rollAngle: roll, confidence: 0.9)
    }
}
