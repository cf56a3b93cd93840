/// What a camera delivers after it was configured.
struct CameraConfiguration {
    /// Where the samples lie in a buffer.
    let layout: PictureLayout
    /// Whether luma runs over 0...255.
    let isFullRange: Bool
    /// Frames a second; `nil` when the driver does not say.
    let frameRate: Double?
}
