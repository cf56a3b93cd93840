// SPDX-License-Identifier: Apache-2.0
/// The frame intervals one answer of `VIDIOC_ENUM_FRAMEINTERVALS` stands for: one, or all between
/// two; which steps lie between is left to the driver.
struct FrameIntervalRange: Equatable {
    let shortest: FrameInterval
    let longest: FrameInterval

    /// The interval in the range whose rate is nearest to `frameRate`; `nil` when the range makes
    /// no sense.
    func nearest(to frameRate: Double) -> FrameInterval? {
        guard shortest.isPlausible, longest.isPlausible else { return nil }
        if frameRate >= shortest.frameRate { return shortest }
        if frameRate <= longest.frameRate { return longest }
        return FrameInterval(frameRate: frameRate)
    }
}

extension FrameIntervalRange {
    /// One interval.
    init(_ interval: FrameInterval) {
        self.init(shortest: interval, longest: interval)
    }
}
