// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureDelivery {
    /// Something that happened between two frames; outputs hear of it in its place among them.
    public enum Notice: Sendable, Hashable {
        /// The driver lost frames.
        case lost(count: Int)
        /// No data will come for a while, for a reason in a few words.
        case interrupted(reason: String)
        /// Data comes again: the next frame is the first one after the gap.
        case interruptionEnded(Gap)
        /// Audio was lost, in sample frames; there is silence in its place.
        case lostAudio(count: Int)
        /// The machine is under another pressure than before.
        case systemPressure(SystemPressureState)
        /// The image has changed much and come to rest, where
        /// ``CaptureDeviceInput/isSubjectAreaChangeMonitoringEnabled``.
        case subjectAreaChanged
        /// Frames come so far apart from now on, nominally.
        case frameDurationChanged(MediaTime)
        /// Something the user should know; the stream goes on.
        case warning(FacecapError)
        /// The source came to its end, or failed; nothing more comes from it. Along a connection of metadata
        /// it is the output that looks for faces that ended.
        case ended(CaptureSession.StopReason)
    }
}
