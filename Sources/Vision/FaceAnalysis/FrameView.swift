// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs

/// Shows frames as detectors have to see them: with pixels as wide as high, and mirrored where they are displayed so, so
/// that faces are those of any other file that displays the same. Networks see a face and its mirror image a little
/// differently, and a squeezed one as a narrow one.
struct FrameView {
    /// Which pixels a detector is to see.
    enum Shape {
        /// As wide as high.
        case displayed
        /// As they are stored, whatever is said of their shape.
        case stored
    }

    /// Where mirrored images lie.
    private var mirrorPool: PixelBufferPool?
    private var scaler = SquarePixelScaler()

    /// A view that has shown nothing yet.
    init() {}

    /// A frame as it is to be seen, and the way there from its stored pixels.
    ///
    /// Throws `systemFailed` where there is no memory: a face that is not seen in its shape is not found.
    mutating func show(
        _ stored: VideoSampleBuffer, _ shape: Shape = .displayed
    ) throws(FacecapError) -> (sample: VideoSampleBuffer, fromStored: CoordinateTransform) {
        var sample = stored
        var fromStored = CoordinateTransform.identity
        if shape == .displayed {
            sample = try scaler.square(stored)
            fromStored = .scale(
                x: Double(sample.pixelBuffer.width) / Double(stored.pixelBuffer.width),
                y: Double(sample.pixelBuffer.height) / Double(stored.pixelBuffer.height))
        }
        if sample.orientation.isMirrored,
            let mirrored = try? VideoOrientation.mirrored.applied(
                to: sample.pixelBuffer, in: &mirrorPool)
        {
            sample = sample.replacingPixelBuffer(with: mirrored).replacingOrientation(
                with: VideoOrientation.mirrored.followed(by: sample.orientation))
            fromStored = fromStored.then(
                .scale(x: -1, y: 1, thenShiftX: Double(mirrored.width)))
        }
        return (sample, fromStored)
    }
}
