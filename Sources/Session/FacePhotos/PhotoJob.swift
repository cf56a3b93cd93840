// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceRedaction
internal import FaceValues

/// What the thread `fc.photo` has to do for a call.
struct PhotoJob {
    enum Work {
        /// Make the nth photo.
        case photo(PhotoCandidate, number: Int)
        /// Say that no more photos come, and why they are too few.
        case end(FacecapError?)
    }

    let callID: Int
    let settings: CapturePhotoSettings
    let delegate: any CapturePhotoCaptureDelegate
    let work: Work
    /// What has to be covered in the photo; `nil` for nothing.
    var cover: FrameCover?

    /// The image that the photo shows; `nil` where there is none.
    var image: VideoSampleBuffer? {
        guard case .photo(let candidate, _) = work else { return nil }
        return candidate.frame.sampleBuffer
    }
}
