// SPDX-License-Identifier: Apache-2.0
public import FaceCapture

extension CaptureDevice {
    /// What kind of device it is, and how it belongs to the machine.
    public enum DeviceType: String, Sendable, Hashable, CaseIterable {
        /// A camera that is part of the machine.
        case builtInCamera
        /// A camera on a USB cable.
        case externalCamera
        /// A camera whose frames come from a program, such as one of v4l2loopback.
        case virtualCamera
        /// A camera that gives distances.
        case depthCamera
        /// A microphone.
        case microphone
        /// The screen of an X server.
        case screen
        /// A file, an address or a pipe.
        case file
        /// Drawn faces with known truth.
        case synthetic
    }
}
