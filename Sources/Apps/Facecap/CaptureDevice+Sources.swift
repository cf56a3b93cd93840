// SPDX-License-Identifier: Apache-2.0
public import AudioInput
public import CameraInput
public import FaceCapture
internal import FaceValues
public import IsolatedInput
public import MediaInput
public import ScreenInput
public import SyntheticCapture
internal import SystemSupport

extension CaptureDevice {
    /// A camera of this machine; a session preset other than `inputPriority` decides its size.
    ///
    /// When it stalls, fails or is unplugged, the session is interrupted until it could be opened again,
    /// then also at another node or port.
    ///
    /// - Parameters:
    ///   - camera: what a found device has as its ``cameraDescription``, or one with a path alone.
    ///   - request: the size, rate and pixel format that it is asked for.
    public static func camera(
        _ camera: CameraDescription, request: CameraRequest = CameraRequest()
    ) -> CaptureDevice {
        let locator = camera.identity.map { CameraLocator($0, preferring: camera.path) }
        return CaptureDevice(
            kind: .camera, uniqueID: camera.path, localizedName: camera.name,
            mediaTypes: [.video, .depth], supportedPresets: Set(CaptureSession.Preset.allCases),
            controls: V4L2CameraControls(path: camera.path, locator: locator)
        ) { preset throws(FacecapError) in
            var request = preset == .photo ? request.forLargest : request
            if let size = preset.size {
                request.width = Int(size.width)
                request.height = Int(size.height)
            }
            let locator = locator ?? CameraLocator(at: camera.path)
            return try ReconnectingCamera(request) { request throws(FacecapError) in
                try V4L2Camera(path: path(of: camera, locator), request: request)
            }
        }.changing { frameRate in
            self.camera(camera, request: request.insisting(onFrameRate: frameRate))
        }.found(as: camera, unavailability: camera.unavailability)
    }

    /// A camera of this machine that gives distances, at the size nearest to 640x480 that it has; the
    /// session's preset is that of the others. It is opened again as ``camera(_:request:)`` is.
    public static func depthCamera(_ camera: CameraDescription) -> CaptureDevice {
        let locator = camera.identity.map { CameraLocator($0, preferring: camera.path) }
        return CaptureDevice(
            kind: .camera, uniqueID: camera.path, localizedName: camera.name,
            mediaTypes: [.depth], supportedPresets: Set(CaptureSession.Preset.allCases)
        ) { _ throws(FacecapError) in
            let locator = locator ?? CameraLocator(at: camera.path)
            return try ReconnectingCamera(CameraRequest(pixelFormat: .z16)) {
                request throws(FacecapError) in
                let source = try V4L2Camera(path: path(of: camera, locator), request: request)
                guard source.depthFormat != nil else {
                    throw FacecapError(
                        .formatUnsupported,
                        "\(camera.path) gives no distances (Z16); name the node of a depth camera.")
                }
                return source
            }
        }.found(as: camera, unavailability: camera.unavailability)
    }

    /// Where the camera is now; throws `sourceNotFound` while it is away.
    private static func path(
        of camera: CameraDescription, _ locator: CameraLocator?
    ) throws(FacecapError) -> String {
        guard let locator else { return camera.path }
        guard let path = locator.currentPath() else {
            throw FacecapError(
                .sourceNotFound,
                "\(camera.name) is disconnected; plug it in, or name another camera.")
        }
        return path
    }

    /// A microphone of this machine.
    public static func microphone(
        _ microphone: MicrophoneDescription, request: MicrophoneRequest = MicrophoneRequest()
    ) -> CaptureDevice {
        CaptureDevice(
            kind: .microphone, uniqueID: microphone.name, localizedName: microphone.localizedName,
            mediaTypes: [.audio]
        ) { _ throws(FacecapError) in
            try Microphone(name: microphone.name, request: request)
        }.found(as: microphone, unavailability: microphone.unavailability)
    }

    /// The screen of an X server.
    public static func screen(_ request: ScreenRequest = ScreenRequest()) -> CaptureDevice {
        let name = request.display.map { "screen:" + $0 } ?? "screen"
        return CaptureDevice(
            kind: .screen, uniqueID: name, localizedName: name, mediaTypes: [.video]
        ) { _ throws(FacecapError) in try ScreenSource(request) }
    }

    /// The synthetic camera; a session preset other than `inputPriority` decides its size.
    public static func synthetic(_ configuration: SyntheticCamera.Configuration) -> CaptureDevice {
        synthetic(configuration, controls: SyntheticCamera.Controls())
    }

    private static func synthetic(
        _ configuration: SyntheticCamera.Configuration, controls: SyntheticCamera.Controls
    ) -> CaptureDevice {
        CaptureDevice(
            kind: .synthetic, uniqueID: "synthetic", localizedName: "synthetic camera",
            supportedPresets: Set(CaptureSession.Preset.allCases), controls: controls
        ) { preset throws(FacecapError) in
            var configuration = configuration
            if let size = preset.size {
                configuration.width = Int(size.width)
                configuration.height = Int(size.height)
            }
            return try SyntheticCamera(configuration, controls: controls)
        }.changing { frameRate in
            var configuration = configuration
            configuration.framesPerSecond = frameRate
            return synthetic(configuration, controls: controls)
        }
    }

    /// The depth camera beside the synthetic one of the same configuration.
    package static func syntheticDepth(
        _ configuration: SyntheticCamera.Configuration
    ) -> CaptureDevice {
        CaptureDevice(
            kind: .synthetic, uniqueID: "synthetic depth", localizedName: "synthetic depth camera",
            mediaTypes: [.depth], supportedPresets: Set(CaptureSession.Preset.allCases)
        ) { _ throws(FacecapError) in try SyntheticDepthCamera(configuration) }
    }

    /// A file, an address, or `-` for the standard input.
    ///
    /// - Parameters:
    ///   - location: a path, a URL such as `rtsp://...`, or `-`; it is opened when a session takes the device
    ///     into use.
    ///   - options: how it is read, such as whether it is paced like a camera.
    ///   - isolation: what is asked of a process of its own that decodes it, for which the program calls
    ///     `IsolatedFileInput.serveIfAsked()` first of all; `nil` to decode in this one.
    public static func file(
        _ location: String, options: MediaFileSource.Options = MediaFileSource.Options(),
        isolation: IsolatedFileInput.Isolation? = nil
    ) -> CaptureDevice {
        CaptureDevice(kind: .file, uniqueID: location, localizedName: name(of: location)) {
            _ throws(FacecapError) in
            try FileSource.open(location, options: options, isolation: isolation)
        }
    }

    /// A camera of a network, or what a media server sends now.
    ///
    /// Late frames are discarded as a camera's are. When it is silent for 5 s, breaks off or ends, the session is
    /// interrupted until it could be connected again, with ever longer waits up to 10 s; time goes on as the clock
    /// does. A recording that a server sends, of which the length is known, is read as ``file(_:options:isolation:)``
    /// reads it.
    ///
    /// - Parameters:
    ///   - address: such as `rtsp://...`; it is connected when a session takes the device into use.
    ///   - options: how it is read.
    ///   - isolation: see ``file(_:options:isolation:)``.
    public static func networkCamera(
        _ address: String, options: MediaFileSource.Options = MediaFileSource.Options(),
        isolation: IsolatedFileInput.Isolation? = nil
    ) -> CaptureDevice {
        CaptureDevice(kind: .file, uniqueID: address, localizedName: name(of: address)) {
            _ throws(FacecapError) in
            let place = NetworkStream.Place(address, options: options, isolation: isolation)
            let first = try NetworkStream(place)
            try first.connect()
            guard first.estimatedFrameCount == nil else {
                return try FileSource.open(address, options: options, isolation: isolation)
            }
            let connected = Handover<any CaptureSource>(first)
            return try ReconnectingCamera(
                schedule: ReopenSchedule(lookInterval: 500_000_000, maximumWait: 10_000_000_000)
            ) { _ throws(FacecapError) in
                if let first = connected.take() { first } else { try NetworkStream(place) }
            }
        }.asNetworkCamera
    }

    /// The audio alone of a file, an address, or `-` for the standard input, read as fast as it goes.
    ///
    /// - Parameters:
    ///   - location: a path, a URL, or `-`.
    ///   - allowsPlaylists: whether a playlist may name other files; see
    ///     `MediaFileSource.Options.allowsPlaylists`.
    ///   - allowsUntrustedServers: see `MediaFileSource.Options.allowsUntrustedServers`.
    ///   - isolation: see ``file(_:options:isolation:)``.
    public static func audio(
        ofFile location: String, allowsPlaylists: Bool = false,
        allowsUntrustedServers: Bool = false,
        isolation: IsolatedFileInput.Isolation? = nil
    ) -> CaptureDevice {
        let options = MediaFileSource.Options(
            allowsPlaylists: allowsPlaylists, allowsUntrustedServers: allowsUntrustedServers)
        return CaptureDevice(
            kind: .file, uniqueID: location, localizedName: name(of: location), mediaTypes: [.audio]
        ) { _ throws(FacecapError) in
            try FileSource.openAudio(location, options: options, isolation: isolation)
        }
    }

    /// A path as it is, an address without its user name and password, which records are not to tell.
    private static func name(of location: String) -> String {
        let place = MediaLocation(location)
        if case .url = place { return "\(place)" }
        return location
    }
}
