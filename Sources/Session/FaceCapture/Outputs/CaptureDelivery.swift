// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// What an input hands to its outputs, in the order in which it happened.
public enum CaptureDelivery: Sendable {
    /// A frame.
    case frame(CapturedFrame)
    /// A frame that the output is to pass by, to outputs that give way alone.
    case skippedFrame(CapturedFrame.Header, FrameLedger.SkipReason)
    /// A frame that entered the session and was dropped at once.
    case droppedFrame(CapturedFrame.Header, FrameLedger.DropReason)
    /// A stretch of audio.
    case audio(AudioSampleBuffer)
    /// A depth image.
    case depth(CapturedFrame)
    /// An encoded frame or packet of audio, as the connection's media type says.
    case encoded(EncodedSample)
    /// What was found in a frame, or why nobody looked, from the output that looks, on its thread.
    case observation(FaceObservation)
    /// Something that happened between two frames.
    case notice(Notice)
}
