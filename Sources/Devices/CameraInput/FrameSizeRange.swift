// SPDX-License-Identifier: Apache-2.0
/// The sizes one answer of `VIDIOC_ENUM_FRAMESIZES` stands for: one size, or all from the smallest
/// to the largest in steps.
struct FrameSizeRange: Equatable, CustomStringConvertible {
    let smallest: FrameSize
    let largest: FrameSize
    let step: FrameSize

    /// One size, or the first and the last of several.
    var description: String {
        smallest == largest ? "\(smallest)" : "\(smallest) to \(largest)"
    }

    /// The size in the range that is nearest to `wanted`; `nil` when the range makes no sense.
    func nearest(to wanted: FrameSize) -> FrameSize? {
        guard smallest.isPlausible, largest.isPlausible,
            smallest.width <= largest.width, smallest.height <= largest.height
        else { return nil }
        return FrameSize(
            width: Self.nearest(to: wanted.width, smallest.width, largest.width, step.width),
            height: Self.nearest(to: wanted.height, smallest.height, largest.height, step.height))
    }

    private static func nearest(to wanted: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
        let step = max(1, step)
        let last = (high - low) / step
        let steps = (min(max(wanted, low), high) - low + step / 2) / step
        return low + min(steps, last) * step
    }
}

extension FrameSizeRange {
    /// One size.
    init(_ size: FrameSize) {
        self.init(smallest: size, largest: size, step: FrameSize(width: 1, height: 1))
    }
}
