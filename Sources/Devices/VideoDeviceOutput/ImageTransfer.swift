// SPDX-License-Identifier: Apache-2.0
/// How frames get into an output device.
enum ImageTransfer: Hashable {
    /// Through buffers that the driver shares: `V4L2_CAP_STREAMING`.
    case buffers
    /// Through `write`: `V4L2_CAP_READWRITE`.
    case write
}
