// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// What a source has to say next.
public enum CaptureEvent: Sendable {
    /// A frame.
    case video(VideoSampleBuffer)
    /// A stretch of audio.
    case audio(AudioSampleBuffer)
    /// A depth image.
    case depth(VideoSampleBuffer)
    /// An encoded frame or packet of audio, before it is decoded.
    case encoded(EncodedSample, MediaType)
    /// A frame that was announced, but cannot be delivered.
    case dropped(FrameLedger.DropReason, presentationTime: MediaTime)
    /// Frames that the driver lost before they reached the source.
    case lost(count: Int)
    /// No data will come for a while, for a reason in a few words.
    case interrupted(reason: String)
    /// Data comes again.
    case interruptionEnded
    /// Audio that was lost, in sample frames; silence was handed out in its place.
    case lostAudio(count: Int)
    /// Something the user should know, in one line; the stream goes on.
    case warning(FacecapError)
}
