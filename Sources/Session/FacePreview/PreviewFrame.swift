public import CaptureSamples
public import FaceValues

/// A picture to be shown, with its faces.
public struct PreviewFrame: Sendable {
    /// The stored picture.
    public var pixelBuffer: PixelBuffer
    /// How the stored picture is turned for display.
    public var orientation: VideoOrientation
    /// Whether left and right change places for display.
    public var isMirrored: Bool
    /// In the normalised stored picture.
    public var faces: [FaceObject]
    /// `CLOCK_MONOTONIC` in nanoseconds when the picture was taken.
    public var captureNanoseconds: Int64

    /// A picture to be shown.
    public init(
        pixelBuffer: PixelBuffer, orientation: VideoOrientation = .upright,
        isMirrored: Bool = false,
        faces: [FaceObject] = [], captureNanoseconds: Int64
    ) {
        self.pixelBuffer = pixelBuffer
        self.orientation = orientation
        self.isMirrored = isMirrored
        self.faces = faces
        self.captureNanoseconds = captureNanoseconds
    }
}
