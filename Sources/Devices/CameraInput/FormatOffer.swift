// SPDX-License-Identifier: Apache-2.0
/// The best a camera can do in one pixel format for a request.
struct FormatOffer: Equatable {
    let format: CameraRequest.PixelFormat
    let size: FrameSize
    /// `nil` when the driver does not say.
    let interval: FrameInterval?

    /// The size among a driver's answers that is nearest to the wanted one, the smaller of two
    /// equals; the wanted one itself when the driver does not say what it has.
    static func nearestSize(to wanted: FrameSize, in ranges: [FrameSizeRange]) -> FrameSize? {
        guard !ranges.isEmpty else { return wanted }
        return ranges.compactMap { $0.nearest(to: wanted) }.min { left, right in
            (left.distance(to: wanted), left.width * left.height)
                < (right.distance(to: wanted), right.width * right.height)
        }
    }

    /// The slowest interval among a driver's answers that is fast enough, else the fastest.
    static func interval(
        for frameRate: Double, in ranges: [FrameIntervalRange]
    ) -> FrameInterval? {
        ranges.compactMap { $0.nearest(to: frameRate) }.min { left, right in
            (shortfall(left, frameRate), left.frameRate)
                < (shortfall(right, frameRate), right.frameRate)
        }
    }

    /// The offer that comes nearest in size, then in rate, and costs least.
    static func cheapest(of offers: [FormatOffer], for request: CameraRequest) -> FormatOffer? {
        offers.min { $0.rank(for: request) < $1.rank(for: request) }
    }

    private func rank(for request: CameraRequest) -> (size: Int, rate: Double, cost: Int) {
        (
            size.distance(to: request.size), Self.shortfall(interval, request.frameRate),
            format.cost
        )
    }

    /// Frames a second that are missing; within one percent, as 29.97 for 30, nothing is.
    static func shortfall(_ interval: FrameInterval?, _ frameRate: Double) -> Double {
        guard let interval, interval.frameRate < frameRate * 0.99 else { return 0 }
        return frameRate - interval.frameRate
    }
}
