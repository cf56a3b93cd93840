// SPDX-License-Identifier: Apache-2.0
/// What `VIDIOC_QUERYCAP` says about a node.
struct DeviceCapability: Equatable {
    var driver: String
    var bus: String
    /// Whether this node, not only its device, hands out frames of one memory plane.
    var canCapture: Bool
    /// Whether buffers can be mapped instead of read.
    var canStream: Bool

    /// Whether frames can be had from the node.
    var isCamera: Bool { canCapture && canStream }
}
