// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `--session-preset` is called on the command line.
enum PresetName: String, Sendable, CaseIterable {
    case high, medium, low, vga, hd720, hd1080, photo

    /// The preset of the session.
    var preset: CaptureSession.Preset {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        case .vga: .vga640x480
        case .hd720: .hd1280x720
        case .hd1080: .hd1920x1080
        case .photo: .photo
        }
    }
}
