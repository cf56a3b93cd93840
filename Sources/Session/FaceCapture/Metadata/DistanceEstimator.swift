// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization

/// Finds the distances of faces in the frames of a depth camera that sees what the color camera
/// sees: once both stand upright, a place is the same share of either frame.
///
/// Of the latest depth images it takes the one nearest in time to the frame with the faces,
/// at most half a frame of the depth camera or 50 ms away, whichever is more. It never waits for one.
/// Add it to the session, fed from the depth camera, and make it the ``CaptureMetadataOutput/distanceSource`` of a
/// metadata output.
public final class DistanceEstimator: CaptureOutput, CaptureMetadataOutput.DistanceSource {
    private let depthUnit: Double
    private let latest = Mutex(DepthHistory())

    /// An estimator that has seen nothing yet.
    ///
    /// - Parameter depthUnit: meters in one unit of the device's images, greater than 0.
    public init(depthUnit: Double = 0.001) {
        precondition(depthUnit > 0 && depthUnit.isFinite)
        self.depthUnit = depthUnit
    }

    /// Always depth.
    public var mediaTypes: Set<MediaType> { [.depth] }

    /// Forgets what it saw before.
    public func start(connections: [CaptureConnection], isLossless: Bool) {
        latest.withLock { $0 = DepthHistory() }
    }

    /// Keeps an image of distances for a second.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard case .depth(let frame) = delivery, connection.isEnabled,
            let depthData = DepthData(frame, unit: depthUnit)
        else { return }
        latest.withLock { $0.append(depthData) }
    }

    /// Leaves what it saw to frames that are analyzed later.
    public func finish() {}

    /// Sets the distances of the observed faces: the median inside their bounds.
    public func measureFaces(in observation: inout FaceObservation) {
        guard observation.faces.contains(where: { $0.state == .observed }),
            let depthData = latest.withLock({ $0.depthData(at: observation.presentationTime) })
        else { return }
        let depth = depthData.frame.sampleBuffer
        let depthFromColor = observation.zoom.wholeFromZoomed
            .then(.displayedFromStored(orientation: observation.orientation))
            .then(.displayedFromStored(orientation: depth.orientation).inverse)
            .then(depth.zoom.zoomedFromWhole)
        for index in observation.faces.indices where observation.faces[index].state == .observed {
            observation.faces[index].distance = depthData.medianDistance(
                in: depthFromColor.apply(observation.faces[index].bounds))
        }
    }
}
