// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Where a frame went; it waits there for what was found in it.
struct RecordedFrame {
    let recording: RecordingPipeline
    /// `nil` where a pause leaves it out.
    let time: MediaTime?
}
