// SPDX-License-Identifier: Apache-2.0
internal import FaceCapture

/// What is to be done with a camera's controls for the photos of a call.
struct CameraWork {
    enum Kind {
        /// Bring the camera to what the next photo needs.
        case change(CameraNeed)
        /// The frame of the nth photo is there: note how it was exposed, and let the lamp rest.
        case note(photo: Int)
        /// No more photos come: make everything what it was.
        case restore
        /// The same of a call whose photos are not made any more.
        case withdraw
    }

    let callID: Int
    let settings: CapturePhotoSettings
    let device: CaptureDevice
    let kind: Kind
}
