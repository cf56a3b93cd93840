// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A connection of metadata between the output that looks for faces and one that uses what it finds.
struct MetadataRoute: Sendable {
    let source: CaptureMetadataOutput
    let connection: CaptureConnection
    let output: any CaptureOutput
    /// Whether the output hears this way alone of what happens between frames.
    let carriesNotices: Bool

    /// Hands an observation over, where it is of the connection's input; along a connection that is disabled one that
    /// says nothing of faces.
    func deliver(_ observation: FaceObservation, of input: CaptureDeviceInput) {
        guard connection.input === input else { return }
        guard connection.isEnabled else {
            var unobserved = FaceObservation(
                frame: observation.frame, presentationTime: observation.presentationTime,
                captureNanoseconds: observation.captureNanoseconds,
                orientation: observation.orientation, outcome: .skipped(.detectionOff))
            unobserved.zoom = observation.zoom
            unobserved.duration = observation.duration
            return output.deliver(.observation(unobserved), from: connection)
        }
        output.deliver(.observation(observation), from: connection)
    }

    /// Tells an output that hears of it along this way alone what happened between two frames of the connection's input.
    func deliver(_ notice: CaptureDelivery.Notice, of input: CaptureDeviceInput) {
        guard carriesNotices, connection.input === input else { return }
        output.deliver(.notice(notice), from: connection)
    }
}
