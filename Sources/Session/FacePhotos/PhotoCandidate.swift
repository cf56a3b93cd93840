// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

/// A frame with what is known of its faces, and by which way it came: it may become a photo.
struct PhotoCandidate {
    let frame: CapturedFrame
    let observation: FaceObservation
    let connection: CaptureConnection
    /// What a depth camera saw at the time; `nil` without one.
    let depthData: DepthData?

    /// How bright the frame is, 0...1.
    var brightness: Double? { frame.sampleBuffer.pixelBuffer.brightness }
}

extension CapturedFrame.Header {
    /// What is known of the faces of a frame at which nobody looks.
    var withoutDetection: FaceObservation {
        var observation = FaceObservation(
            frame: id, presentationTime: presentationTime, captureNanoseconds: captureNanoseconds,
            orientation: orientation, outcome: .skipped(.detectionOff))
        observation.zoom = zoom
        return observation
    }
}
