// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

// A point is two 32-bit floats.

extension BoxWriter {
    mutating func append(_ points: [Point]) {
        for point in points {
            append(Float(point.x))
            append(Float(point.y))
        }
    }
}

extension BoxReader {
    /// Reads so many points; `nil` where one of them is none.
    mutating func readPoints(_ count: Int) -> [Point]? {
        var points: [Point] = []
        for _ in 0..<count {
            guard let x = readFloat(), let y = readFloat(), x.isFinite, y.isFinite else {
                return nil
            }
            points.append(Point(x: Double(x), y: Double(y)))
        }
        return points
    }
}
