// SPDX-License-Identifier: Apache-2.0
public import AudioInput
public import CameraInput
public import CaptureSamples
public import FaceCapture
public import FaceValues

extension CaptureDevice {
    /// How a camera of this machine shows itself: its formats, position and port; `nil` of another device.
    public var cameraDescription: CameraDescription? { description as? CameraDescription }

    /// How a microphone of this machine shows itself: its rates, channels and port; `nil` of another device.
    public var microphoneDescription: MicrophoneDescription? {
        description as? MicrophoneDescription
    }

    /// Which way a camera looks; `nil` of other devices, and where nobody says so.
    ///
    /// The firmware says so of cameras that are built in, the user of others
    /// (`CameraDescription.setPosition(_:)`).
    public var position: CameraDescription.Position? { cameraDescription?.position }

    /// What kind of device it is, and how it belongs to the machine.
    public var deviceType: DeviceType {
        switch kind {
        case .microphone: return .microphone
        case .screen: return .screen
        case .file: return .file
        case .synthetic: return .synthetic
        case .camera:
            if mediaTypes == [.depth] { return .depthCamera }
            if cameraDescription?.identity?.device == "virtual" { return .virtualCamera }
            let isExternal =
                cameraDescription?.identity?.usb != nil && position != .front
                && position != .back
            return isExternal ? .externalCamera : .builtInCamera
        }
    }

    /// The cameras of this machine that a user means by a few words, in the order of their nodes.
    ///
    /// It opens each camera for a moment, and blocks for as long as that takes.
    ///
    /// - Parameters:
    ///   - words: `front` or `back` for the way a camera looks, `usb` for one on a USB cable, else a serial number
    ///     or a part of a name, in capitals or not.
    ///   - request: what the cameras are asked for.
    public static func cameras(
        named words: String, request: CameraRequest = CameraRequest()
    ) -> [CaptureDevice] {
        CameraCatalogue.cameras().filter { $0.isMeant(by: words) }
            .map { .camera($0, request: request) }
    }

    /// The first camera or microphone of this machine that can be opened; `nil` where there is none at all.
    ///
    /// It opens each device for a moment, and blocks for as long as that takes.
    ///
    /// - Parameters:
    ///   - mediaType: `video` for a camera, `audio` for a microphone; there is none for others.
    ///   - position: which way a camera has to look; `nil` for any, also for those of which nobody says so.
    ///   - request: what a camera is asked for.
    /// - Throws: why the first one cannot be opened when that is so of all of them.
    public static func `default`(
        for mediaType: MediaType, position: CameraDescription.Position? = nil,
        request: CameraRequest = CameraRequest()
    ) throws(FacecapError) -> CaptureDevice? {
        let found: [CaptureDevice] =
            switch mediaType {
            case .video:
                CameraCatalogue.cameras().filter { position == nil || $0.position == position }
                    .map { .camera($0, request: request) }
            case .audio: MicrophoneCatalogue.microphones().map { .microphone($0) }
            case .depth, .metadata: []
            }
        if let usable = found.first(where: { $0.unavailability == nil }) { return usable }
        if let reason = found.first?.unavailability { throw reason }
        return nil
    }
}
