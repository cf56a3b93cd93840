// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

/// The matrix of ISO/IEC 14496-12 8.3.2: where the stored frame's points come to lie for display.
package struct TransformationMatrix: Sendable, Hashable {
    /// a, b, u, c, d, v, x, y, w: 16.16 fixed-point numbers, u, v, w with 30 bits of fraction.
    package let values: [Int32]

    /// Shows frames as they are stored.
    package static let identity = TransformationMatrix(orientation: .upright, width: 0, height: 0)

    /// The matrix of nine numbers as they lie in a file; `nil` for any other count.
    package init?(values: [Int32]) {
        guard values.count == 9 else { return nil }
        self.values = values
    }

    /// The matrix that displays stored frames of `width` by `height` pixels, and moves them back to the
    /// origin.
    package init(orientation: VideoOrientation, width: Int, height: Int) {
        let one: Int32 = 0x1_0000
        let width = Int32(clamping: width << 16)
        let height = Int32(clamping: height << 16)
        let (turn, x, y): ([Int32], Int32, Int32) =
            switch orientation.degrees {
            case 90: ([0, one, -one, 0], height, 0)
            case 180: ([-one, 0, 0, -one], width, height)
            case 270: ([0, -one, one, 0], 0, width)
            default: ([one, 0, 0, one], 0, 0)
            }
        let right = orientation.exchangesSides ? height : width
        let (sign, left): (Int32, Int32) = orientation.isMirrored ? (-1, right - x) : (1, x)
        values = [sign * turn[0], turn[1], 0, sign * turn[2], turn[3], 0, left, y, 0x4000_0000]
    }

    /// How it displays frames, whatever it scales them by; `nil` when it shears them.
    package var orientation: VideoOrientation? {
        VideoOrientation.allCases.first { orientation in
            let turn = TransformationMatrix(orientation: orientation, width: 0, height: 0)
            return [0, 1, 3, 4].allSatisfy { turn.values[$0].signum() == values[$0].signum() }
        }
    }

    /// By how many degrees the sides of a displayed frame miss the directions of a quarter turn, 0...45.
    package var tilt: Double {
        [(values[0], values[1]), (values[3], values[4])].map { x, y in
            let turns = atan2(Double(y), Double(x)) / (.pi / 2)
            return 90 * abs(turns - turns.rounded())
        }.max() ?? 0
    }

    init(_ fields: inout BoxFields) throws(BoxDamage) {
        var values: [Int32] = []
        for _ in 0..<9 { values.append(try fields.next()) }
        self.values = values
    }

    func write(to writer: inout BoxWriter) {
        for value in values { writer.append(value) }
    }
}
