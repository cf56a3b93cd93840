public import FaceValues

/// What a source has to say next.
public enum CaptureEvent: Sendable {
    /// A picture.
    case video(VideoSampleBuffer)
    /// A stretch of sound.
    case audio(AudioSampleBuffer)
    /// A picture of distances.
    case depth(VideoSampleBuffer)
    /// An encoded picture or packet of sound, before it is decoded.
    case encoded(EncodedSample, MediaType)
    /// A picture that was announced, but cannot be delivered.
    case dropped(DropReason, presentationTime: MediaTime)
    /// Pictures that the driver lost before they reached the source.
    case lost(count: Int)
    /// No data will come for a while, for a reason in a few words.
    case interrupted(reason: String)
    /// Data comes again.
    case interruptionEnded
    /// Sound that was lost, in sample frames; silence was handed out in its place.
    case lostSound(count: Int)
    /// Something the user should know, in one line; the stream goes on.
    case warning(FacecapError)
}
