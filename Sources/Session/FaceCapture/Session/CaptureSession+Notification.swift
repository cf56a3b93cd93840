// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureSession {
    /// What happens to a session as a whole.
    public enum Notification: Sendable, Hashable {
        /// Frames flow.
        case didStartRunning
        /// Everything delivered has been finished.
        case didStopRunning(StopReason)
        /// A source gives no data for a while, for a reason in a few words.
        case wasInterrupted(reason: String)
        /// The source gives data again.
        case interruptionEnded
        /// The machine is under another pressure than before; told while a camera is in use.
        case systemPressureDidChange(SystemPressureState)
        /// The image of a source has changed much and come to rest, where
        /// ``CaptureDeviceInput/isSubjectAreaChangeMonitoringEnabled``: time to focus again.
        case subjectAreaDidChange
        /// The frames of a source come so far apart from now on, nominally.
        case frameDurationDidChange(MediaTime)
        /// A source failed; the session stops, unless it goes on with the others.
        case runtimeError(FacecapError)
    }
}
