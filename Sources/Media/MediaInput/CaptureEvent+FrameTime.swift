// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

extension CaptureEvent {
    /// When the frame is shown that the event brings, or that is missing; `nil` of any other.
    var frameTime: MediaTime? {
        switch self {
        case .video(let sample): sample.presentationTime
        case .dropped(_, let time): time
        default: nil
        }
    }
}
