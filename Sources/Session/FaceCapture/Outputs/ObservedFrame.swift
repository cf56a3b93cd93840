// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// A frame with what was found in it.
///
/// `Frame` is what an output keeps of a frame until that is known: its image, or less.
package struct ObservedFrame<Frame> {
    /// Which frame it is, and when.
    package let header: CapturedFrame.Header
    /// `nil` where nothing is kept, as the frame was dropped or passed by.
    package let frame: Frame?
    /// `nil` where nobody looks at the frames, and where it has not come in time.
    package let observation: FaceObservation?
}

extension ObservedFrame: Sendable where Frame: Sendable {}
