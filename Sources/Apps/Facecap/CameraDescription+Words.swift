// SPDX-License-Identifier: Apache-2.0
internal import CameraInput

extension CameraDescription {
    /// Whether a user may mean this camera by a few words; see `CaptureDevice.cameras(named:request:)`.
    func isMeant(by words: String) -> Bool {
        switch words.lowercased() {
        case "": false
        case "front": position == .front
        case "back": position == .back
        case "usb": identity?.usb != nil
        case let words:
            serial?.lowercased() == words || name.lowercased().contains(words)
        }
    }
}
