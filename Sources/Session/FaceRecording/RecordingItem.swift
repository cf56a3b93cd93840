internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

/// What goes to the thread of a recording, in the order in which it happened.
enum RecordingItem: Sendable {
    /// What the user of a recording wants of it.
    enum Request: Sendable {
        case start(RecordingSettings)
        case pause, resume, stop, cancel
        case mark(String)
        case moment(MediaTime)
    }

    case frame(CapturedFrame)
    case sound(AudioSampleBuffer)
    case encoded(EncodedSample, MediaType)
    case observation(FaceObservation)
    case gap(CaptureGap)
    /// Pictures are missing at this place among the observations.
    case unobserved
    /// The source went away, and all of its pictures were observed: nobody knows when more comes.
    case standstill
    case request(Request)
    /// A picture could not be made ready: it must not be recorded.
    case failure(FacecapError)
}
