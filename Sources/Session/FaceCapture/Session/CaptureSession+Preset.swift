// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureSession {
    /// The frame size a session asks its devices for.
    public enum Preset: String, Sendable, Hashable, CaseIterable {
        /// What the device was told, or its own choice: the only preset of files.
        case inputPriority
        /// 1280 x 720.
        case high
        /// 640 x 480.
        case medium
        /// 320 x 240.
        case low
        /// 640 x 480.
        case vga640x480
        /// 1280 x 720.
        case hd1280x720
        /// 1920 x 1080.
        case hd1920x1080
        /// The largest frames the device has.
        case photo

        /// The size asked for; `nil` where the device chooses.
        public var size: Size? {
            switch self {
            case .inputPriority, .photo: nil
            case .high, .hd1280x720: Size(width: 1280, height: 720)
            case .medium, .vga640x480: Size(width: 640, height: 480)
            case .low: Size(width: 320, height: 240)
            case .hd1920x1080: Size(width: 1920, height: 1080)
            }
        }
    }
}
