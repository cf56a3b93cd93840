// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

/// What goes to the thread of a recording, in the order in which it happened.
enum RecordingItem: Sendable {
    /// What the user of a recording wants of it.
    enum Request: Sendable {
        case start(CaptureMovieFileOutput.Settings, CancelRequest)
        /// When it was made, on `CLOCK_MONOTONIC` in nanoseconds.
        case pause(Int64), resume(Int64), togglePause(Int64)
        case stop, cancel
        case split, deleteLastFile
        case mark(String)
        case append(TimedMetadataGroup)
        case moment(MediaTime)
    }

    case frame(CapturedFrame)
    case audio(AudioSampleBuffer)
    case encoded(EncodedSample, MediaType)
    /// A frame that is not recorded.
    case missing(CapturedFrame.Header)
    case observation(FaceObservation)
    /// Nobody looks at the frames any more.
    case endOfObservations
    case notice(CaptureDelivery.Notice)
    case request(Request)
    /// The next recording takes what comes by these.
    case connections([CaptureConnection])
    /// A frame could not be made ready: it must not be recorded.
    case failure(FacecapError)
}
