// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Somebody who looks at the frames of a run, each together with its faces.
protocol FrameViewer: AnyObject, Sendable {
    /// Whether every frame of a video is to be shown; otherwise, and of a camera, frames that come
    /// while the viewer is busy are passed by.
    var needsEveryFrame: Bool { get }
    /// Whether ``show(_:_:of:)`` returns at once, so that it needs no thread.
    var showsAtOnce: Bool { get }
    /// Shows a frame of a camera, in order, on the camera's thread `fc.video` or, where it shows at once, on one
    /// of the session's.
    ///
    /// - Parameter observation: what is known of its faces; `nil` where that has not come in time.
    func show(_ frame: CapturedFrame, _ observation: FaceObservation?, of scene: RunScene)
    /// Called once, after the last frame; throws what went wrong and has not been said.
    func finish() throws(FacecapError)
    /// What `--stats` says of it at the end; `nil` for nothing.
    var summary: String? { get }
}

extension FrameViewer {
    /// The newest frame is enough.
    var needsEveryFrame: Bool { false }
    /// There is work to do.
    var showsAtOnce: Bool { false }
    /// Nothing is counted.
    var summary: String? { nil }
}
