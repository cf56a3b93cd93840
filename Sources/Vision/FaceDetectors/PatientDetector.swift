// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// A detector that finds more when it takes more time than the frames of a video leave it: in a photo, and in the
/// first frame of a video.
package protocol PatientDetector: FaceDetector {
    /// Finds the faces of an image that stands by itself.
    ///
    /// Parameters and result are those of ``FaceDetector/detectFaces(in:orientation:region:hints:)``.
    func examine(
        _ image: PixelBuffer, orientation: VideoOrientation, region: Rect?
    ) throws(FacecapError) -> [DetectedFace]
}
