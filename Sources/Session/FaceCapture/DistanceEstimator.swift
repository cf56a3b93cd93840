// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization

/// Finds the distances of faces in the frames of a depth camera that sees what the colour camera
/// sees: once both stand upright, a place is the same share of either frame.
///
/// Of the latest depth images it takes the one nearest in time to the frame with the faces,
/// at most half a frame of the depth camera or 50 ms away, whichever is more. It never waits for one.
/// Add it to the session, fed from the depth camera, and make it the ``CaptureMetadataOutput/distanceSource`` of a
/// metadata output.
public final class DistanceEstimator: CaptureOutput, CaptureMetadataOutput.DistanceSource {
    /// How long depth images are kept: a detector that is slower finds none.
    private static var keptTime: MediaTime { MediaTime(value: 1, timescale: 1) }
    /// Frames that are kept at any rate.
    private static var maximumKept: Int { 64 }
    private static var minimumTolerance: MediaTime { MediaTime(value: 50, timescale: 1000) }

    private let depthUnit: Double
    private let latest = Mutex<[DepthData]>([])

    /// An estimator that has seen nothing yet.
    ///
    /// - Parameter depthUnit: metres in one unit of the device's images, greater than 0.
    public init(depthUnit: Double = 0.001) {
        precondition(depthUnit > 0 && depthUnit.isFinite)
        self.depthUnit = depthUnit
    }

    /// Always depth.
    public var mediaTypes: Set<MediaType> { [.depth] }

    /// Forgets what it saw before.
    public func start(connections: [CaptureConnection], isLossless: Bool) {
        latest.withLock { $0 = [] }
    }

    /// Keeps an image of distances for a second.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard case .depth(let frame) = delivery, connection.isEnabled,
            let depthData = DepthData(frame, unit: depthUnit)
        else { return }
        latest.withLock { latest in
            latest.append(depthData)
            let surplus = max(0, latest.count - Self.maximumKept)
            let old = latest.prefix { $0.gap(to: depthData.presentationTime) > Self.keptTime }.count
            latest.removeFirst(max(surplus, old))
        }
    }

    /// Leaves what it saw to frames that are analysed later.
    public func finish() {}

    /// Sets the distances of the observed faces: the median inside their bounds.
    public func measureFaces(in observation: inout FaceObservation) {
        guard observation.faces.contains(where: { $0.state == .observed }),
            let depthData = depthData(at: observation.presentationTime)
        else { return }
        let depthFromColor = CoordinateTransform.displayedFromStored(
            orientation: observation.orientation
        ).then(
            .displayedFromStored(orientation: depthData.frame.sampleBuffer.orientation).inverse)
        for index in observation.faces.indices where observation.faces[index].state == .observed {
            observation.faces[index].distance = depthData.medianDistance(
                in: depthFromColor.apply(observation.faces[index].bounds))
        }
    }

    private func depthData(at time: MediaTime) -> DepthData? {
        latest.withLock { latest in
            let nearest = latest.min { $0.gap(to: time) < $1.gap(to: time) }
            guard let nearest, nearest.gap(to: time) <= Self.tolerance(latest) else { return nil }
            return nearest
        }
    }

    /// Half the mean time between the frames that are kept, but not less than 50 ms.
    private static func tolerance(_ latest: [DepthData]) -> MediaTime {
        guard let first = latest.first, let last = latest.last, latest.count > 1 else {
            return minimumTolerance
        }
        let span = last.presentationTime.since(first.presentationTime)
        let half = span.seconds / Double(2 * (latest.count - 1))
        return max(minimumTolerance, MediaTime(seconds: half, preferredTimescale: 1_000_000))
    }
}

extension DepthData {
    /// How far the frame's time is from another one, to either side.
    fileprivate func gap(to time: MediaTime) -> MediaTime {
        let (early, late) = (min(presentationTime, time), max(presentationTime, time))
        return late.since(early)
    }
}
