// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// What one connection has of an instant.
public enum CaptureSynchronizedData: Sendable {
    /// Why a connection has nothing.
    public enum Absence: Sendable, Hashable {
        /// It went on without anything of the instant, has ended, or is disabled.
        case none
        /// It had not come so far when the others could wait no longer, or so far ahead of the first one that
        /// what it had could not wait.
        case late
    }

    /// A frame, with what was found in it where somebody looks and was in time.
    case frame(CapturedFrame, FaceObservation?)
    /// A frame that was dropped.
    case droppedFrame(CapturedFrame.Header, FrameLedger.DropReason)
    /// An image of distances.
    case depth(DepthData)
    /// The stretches of audio that overlap the instant: one that overlaps two is in both.
    case audio([AudioSampleBuffer])
    /// Nothing.
    case missing(Absence)
}
