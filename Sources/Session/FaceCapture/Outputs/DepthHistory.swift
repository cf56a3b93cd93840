// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// The depth images of the last second, of which the one nearest in time to a frame is asked for: at most half a frame
/// of the depth camera or 50 ms away, whichever is more.
package struct DepthHistory: Sendable {
    /// How long depth images are kept: a detector that is slower finds none.
    private static let keptTime = MediaTime(value: 1, timescale: 1)
    /// Frames that are kept at any rate.
    private static let maximumKept = 64
    private static let minimumTolerance = MediaTime(value: 50, timescale: 1000)

    private var latest: [DepthData] = []

    /// Nothing has been seen yet.
    package init() {}

    /// Keeps an image for a second.
    package mutating func append(_ depthData: DepthData) {
        latest.append(depthData)
        let surplus = max(0, latest.count - Self.maximumKept)
        let old = latest.prefix { $0.gap(to: depthData.presentationTime) > Self.keptTime }.count
        latest.removeFirst(max(surplus, old))
    }

    /// The image nearest to a time; `nil` where none is near enough.
    package func depthData(at time: MediaTime) -> DepthData? {
        let nearest = latest.min { $0.gap(to: time) < $1.gap(to: time) }
        guard let nearest, nearest.gap(to: time) <= tolerance else { return nil }
        return nearest
    }

    /// Half the mean time between the frames that are kept, but not less than 50 ms.
    private var tolerance: MediaTime {
        guard let first = latest.first, let last = latest.last, latest.count > 1 else {
            return Self.minimumTolerance
        }
        let span = last.presentationTime.since(first.presentationTime)
        let half = span.seconds / Double(2 * (latest.count - 1))
        return max(Self.minimumTolerance, MediaTime(seconds: half, preferredTimescale: 1_000_000))
    }
}

extension DepthData {
    /// How far the frame's time is from another one, to either side.
    fileprivate func gap(to time: MediaTime) -> MediaTime {
        max(presentationTime, time).since(min(presentationTime, time))
    }
}
