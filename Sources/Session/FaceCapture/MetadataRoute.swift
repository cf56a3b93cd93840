// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A connection of metadata between the output that looks for faces and one that uses what it finds.
struct MetadataRoute: Sendable {
    let source: CaptureMetadataOutput
    let connection: CaptureConnection
    let output: any CaptureOutput
    /// Whether the output hears this way alone of what happens between frames.
    let carriesNotices: Bool

    /// Hands an observation over; along a connection that is disabled one that says nothing of faces.
    func deliver(_ observation: FaceObservation) {
        guard connection.isEnabled else {
            var unobserved = FaceObservation(
                frame: observation.frame, presentationTime: observation.presentationTime,
                captureNanoseconds: observation.captureNanoseconds,
                orientation: observation.orientation, outcome: .skipped(.detectionOff))
            unobserved.zoom = observation.zoom
            return output.deliver(.observation(unobserved), from: connection)
        }
        output.deliver(.observation(observation), from: connection)
    }
}
