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
