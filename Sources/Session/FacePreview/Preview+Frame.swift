// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

extension Preview {
    /// A frame to be shown, with its faces.
    public struct Frame: Sendable {
        /// The stored frame.
        public var pixelBuffer: PixelBuffer
        /// How the stored frame is displayed.
        public var orientation: VideoOrientation
        /// The shape of a stored pixel.
        public var pixelAspectRatio: VideoFormat.PixelAspectRatio = .square
        /// In the normalized stored frame.
        public var faces: [MetadataFaceObject]
        /// In the normalized stored frame.
        public var codes: [MetadataMachineReadableCodeObject] = []
        /// `CLOCK_MONOTONIC` in nanoseconds when the frame was taken.
        public var captureNanoseconds: Int64

        /// A frame to be shown.
        public init(
            pixelBuffer: PixelBuffer, orientation: VideoOrientation = .upright,
            faces: [MetadataFaceObject] = [], captureNanoseconds: Int64
        ) {
            self.pixelBuffer = pixelBuffer
            self.orientation = orientation
            self.faces = faces
            self.captureNanoseconds = captureNanoseconds
        }
    }
}
