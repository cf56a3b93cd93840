// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension Preview {
    /// What somebody in front of a preview requests; what concerns the preview alone, it does itself.
    public enum Command: Sendable, Hashable {
        /// An end of the run.
        case stop
        /// A pause of the recording, or an end of the pause.
        case togglePause
        /// An end of the recording, or another one.
        case toggleRecording
        /// A frame as a file.
        case still
        /// Another camera.
        case nextCamera
        /// Focus and exposure for a point of the normalized stored frame of a camera.
        case pointOfInterest(Point, camera: Int)
    }
}
