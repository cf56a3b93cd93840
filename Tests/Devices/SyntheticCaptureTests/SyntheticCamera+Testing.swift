// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SyntheticCapture
import Testing

extension SyntheticCamera {
    /// Small images as fast as they are read.
    static func small(
        faces: Int = 2, framesPerSecond: Double = 30, seed: UInt64 = 7,
        motion: SyntheticCamera.Motion = .mixed, frameCount: Int? = nil
    ) throws(FacecapError) -> SyntheticCamera {
        try SyntheticCamera(
            Configuration(
                faces: faces, width: 160, height: 120, framesPerSecond: framesPerSecond, seed: seed,
                motion: motion, isRealTime: false, frameCount: frameCount))
    }

    /// The next event, which must be an image.
    func nextSample() throws -> VideoSampleBuffer {
        guard case .video(let sample) = try nextEvent() else {
            throw FacecapError(.mediaDamaged, "The camera gave no image.")
        }
        return sample
    }

    /// The next frames.
    func nextSamples(_ count: Int) throws -> [VideoSampleBuffer] {
        try (0..<count).map { _ in try nextSample() }
    }
}
