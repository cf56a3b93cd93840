public import AudioInput
public import CameraInput
public import FaceValues

/// A camera or a microphone of this machine.
public enum DiscoveredDevice: Sendable, Hashable {
    /// A camera.
    case camera(CameraDescription)
    /// A microphone.
    case microphone(MicrophoneDescription)

    /// The devices that are there now, cameras first; a camera without a node is not there.
    ///
    /// It opens each device for a moment, and blocks for as long as that takes.
    public static func all() -> [DiscoveredDevice] {
        let cameras = CameraCatalogue.cameras().filter {
            $0.unavailability?.code != .sourceNotFound
        }
        return cameras.map { .camera($0) }
            + MicrophoneCatalogue.microphones().map { .microphone($0) }
    }

    /// The name people know it by.
    public var localizedName: String {
        switch self {
        case .camera(let camera): camera.name
        case .microphone(let microphone): microphone.localizedName
        }
    }

    /// The node of a camera, ALSA's name of a microphone.
    public var path: String {
        switch self {
        case .camera(let camera): camera.path
        case .microphone(let microphone): microphone.name
        }
    }

    /// Why it cannot be opened, with the remedy; `nil` when it can.
    public var unavailability: FacecapError? {
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
