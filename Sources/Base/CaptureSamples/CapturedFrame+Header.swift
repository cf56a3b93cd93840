// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CapturedFrame {
    /// What remains known of a frame whose image is gone.
    public struct Header: Sendable, Hashable {
        /// Its number among the frames of its input.
        public let id: FrameID
        /// The frame's own time stamp.
        public let presentationTime: MediaTime
        /// `CLOCK_MONOTONIC` when the frame was captured, in nanoseconds.
        public let captureNanoseconds: Int64
        /// How the stored frame must be turned to stand upright.
        public let orientation: VideoOrientation
        /// What it showed of what its camera sees.
        package let zoom: VideoZoom
        /// Columns and rows of the stored frame; `nil` of one that was lost before anybody had it.
        package let size: Size?
        /// How long it is shown, where its stream says so.
        package let duration: MediaTime?

        /// What is known of a frame that somebody else saw.
        package init(
            id: FrameID, presentationTime: MediaTime, captureNanoseconds: Int64,
            orientation: VideoOrientation, zoom: VideoZoom = .none, size: Size? = nil,
            duration: MediaTime? = nil
        ) {
            self.id = id
            self.presentationTime = presentationTime
            self.captureNanoseconds = captureNanoseconds
            self.orientation = orientation
            self.zoom = zoom
            self.size = size
            self.duration = duration
        }
    }
}
