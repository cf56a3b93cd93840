// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// A source whose device may make frames of a part of what it sees.
package protocol ZoomingSource: CaptureSource {
    /// Has the device show so much of what it sees, soon, in frames as large as before: each frame says what it shows.
    /// A device that cannot does nothing.
    func show(_ zoom: VideoZoom)
}
