/// How pictures get into an output device.
enum PictureTransfer: Hashable {
    /// Through buffers that the driver shares: `V4L2_CAP_STREAMING`.
    case buffers
    /// Through `write`: `V4L2_CAP_READWRITE`.
    case write
}
