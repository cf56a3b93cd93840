// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceOverlay

@Suite struct FaceTrailsTests {
    private var trails = FaceTrails(duration: MediaTime(value: 2, timescale: 1))

    private mutating func append(_ ids: [Int], at seconds: Int64) {
        trails.append(
            ids.map {
                MetadataFaceObject(
                    faceID: $0, bounds: Rect(x: Double(seconds), y: 0, width: 2, height: 4),
                    confidence: 1)
            }, at: MediaTime(value: seconds, timescale: 1))
    }

    /// The points of each line.
    private var lines: [[Double]] {
        trails.shapes(width: 1) { Point(x: $0.x * 10, y: $0.y) }.compactMap { shape in
            if case .line(let points, false, false, 1, _) = shape { points.map(\.x) } else { nil }
        }
    }

    @Test mutating func aTrailIsTheWayOfTheMiddle() {
        append([1], at: 0)
        #expect(lines.isEmpty)
        append([1], at: 1)
        #expect(lines == [[10, 20]])
    }

    @Test mutating func whatIsOlderIsForgotten() {
        for second in 0..<5 { append([1], at: Int64(second)) }
        #expect(lines == [[30, 40, 50]])
        append([], at: 9)
        #expect(lines.isEmpty)
    }

    @Test mutating func aFaceThatWasAwayBeginsAgain() {
        for (second, ids) in [[1, 2], [1, 2], [2], [1, 2], [1, 2]].enumerated() {
            append(ids, at: Int64(second))
        }
        #expect(lines == [[40, 50], [30, 40, 50]])
    }

    @Test mutating func afterAJumpBackTheFutureIsForgotten() {
        for second in [5, 6, 1, 2] { append([1], at: Int64(second)) }
        #expect(lines == [[20, 30]])
    }

    @Test mutating func afterAShortJumpBackWhatWasBeforeItsTimeStays() {
        for second in [3, 5, 4] { append([1], at: Int64(second)) }
        #expect(lines == [[40, 50]])
    }
}
