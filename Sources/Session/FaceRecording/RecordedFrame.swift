// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Where a frame went; it waits there for what was found in it.
struct RecordedFrame {
    let recording: RecordingPipeline
    /// When it is shown; `nil` where a pause leaves it out, or it could not be encoded.
    let time: MediaTime?
    /// Where it lies in the frames of the movie; `nil` where it fills them.
    let placement: FramePlacement?
    /// Where the file of faces was ended in the gap before this frame; `nil` without one.
    let endOfVisit: MediaTime?
}
