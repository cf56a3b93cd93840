// SPDX-License-Identifier: Apache-2.0
/// The size of a frame in pixels.
struct FrameSize: Hashable, CustomStringConvertible {
    /// The longest side that is believed: no camera is beyond it, and sums of bytes stay small.
    static let longestSide = 32_768

    var width: Int
    var height: Int

    /// Whether both sides are at least 1 and not absurd.
    var isPlausible: Bool {
        (1...Self.longestSide).contains(width) && (1...Self.longestSide).contains(height)
    }

    var description: String { "\(width)x\(height)" }

    /// How far another size is from this one, in pixels along both sides together.
    func distance(to other: FrameSize) -> Int {
        abs(width - other.width) + abs(height - other.height)
    }
}
