// SPDX-License-Identifier: Apache-2.0
package import AudioInput
package import CameraInput
package import FaceValues

/// A camera or a microphone of this machine.
package enum DiscoveredDevice: Sendable, Hashable {
    /// A camera.
    case camera(CameraDescription)
    /// A microphone.
    case microphone(MicrophoneDescription)

    /// The devices that are there now, cameras first; a camera without a node is not there.
    ///
    /// It opens each device for a moment, and blocks for as long as that takes.
    package static func all() -> [DiscoveredDevice] { cameras() + microphones() }

    /// The cameras that are there now; see ``all()``.
    package static func cameras() -> [DiscoveredDevice] {
        CameraCatalogue.cameras().filter { $0.unavailability?.code != .sourceNotFound }
            .map { .camera($0) }
    }

    /// The microphones that are there now; see ``all()``.
    package static func microphones() -> [DiscoveredDevice] {
        MicrophoneCatalogue.microphones().map { .microphone($0) }
    }

    /// The name people know it by.
    package var localizedName: String {
        switch self {
        case .camera(let camera): camera.name
        case .microphone(let microphone): microphone.localizedName
        }
    }

    /// The node of a camera, ALSA's name of a microphone.
    package var path: String {
        switch self {
        case .camera(let camera): camera.path
        case .microphone(let microphone): microphone.name
        }
    }

    /// Why it cannot be opened, with the remedy; `nil` when it can.
    package var unavailability: FacecapError? {
        switch self {
        case .camera(let camera): camera.unavailability
        case .microphone(let microphone): microphone.unavailability
        }
    }

    /// What makes it another device than the one that had its node before.
    var key: DeviceKey {
        switch self {
        case .camera(let camera):
            DeviceKey(path: path, camera: camera.identity)
        case .microphone(let microphone):
            DeviceKey(
                path: path, card: microphone.cardID, serial: microphone.serialNumber,
                port: microphone.usbPort)
        }
    }

    /// Whether the system lets this user open it.
    var isPermitted: Bool { unavailability?.code != .permissionDenied }
}
