// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// What a `--source` argument names.
enum SourceSpecifier: Sendable, Hashable {
    /// The first camera.
    case automatic
    /// The camera behind a device node.
    case camera(String)
    /// The camera that looks this way, or is on a USB cable.
    case chosenCamera(String)
    /// The screen of an X server.
    case screen(ScreenRequest)
    /// The synthetic camera.
    case synthetic(SyntheticCamera.Configuration)
    /// A file, an address, or `-` for the standard input.
    case file(String)

    /// Reads `auto`, `front`, `back`, `usb`, `/dev/video0`, `screen`, `screen:settings`, `synthetic`,
    /// `synthetic:key=value,...`, `-`, a path or an address; a file that is called like one of the words is written `./auto`.
    init(_ argument: String) throws(FacecapError) {
        if argument.isEmpty {
            throw FacecapError(
                .invalidArgument, "The source is empty; use auto, synthetic, a file or an address.")
        } else if argument == "auto" {
            self = .automatic
        } else if argument == "synthetic" {
            self = .synthetic(SyntheticCamera.Configuration())
        } else if argument.hasPrefix("synthetic:") {
            let settings = String(argument.dropFirst("synthetic:".count))
            self = .synthetic(try SyntheticCamera.Configuration(specifier: settings))
        } else if argument == "screen" {
            self = .screen(ScreenRequest())
        } else if argument.hasPrefix("screen:") {
            let settings = String(argument.dropFirst("screen:".count))
            self = .screen(try ScreenRequest(specifier: settings))
        } else if ["front", "back", "usb"].contains(argument) {
            self = .chosenCamera(argument)
        } else if argument.hasPrefix("/dev/video") {
            self = .camera(argument)
        } else if argument.allSatisfy({ "0123456789".contains($0) }), !Files.exists(argument) {
            throw FacecapError(
                .sourceNotFound, "There is no \(argument); name a camera as /dev/video\(argument).")
        } else {
            self = .file(MediaLocation(argument).argument)
        }
    }

    /// The device the specifier names, not open yet; `automatic` looks for a camera now.
    ///
    /// - Parameters:
    ///   - fileOptions: how a file is read.
    ///   - isolation: what is asked of the process that decodes it; `nil` for none.
    ///   - images: what a camera, or the synthetic one, is asked for.
    /// - Throws: why the first camera cannot be opened, when that is so of all of them; `sourceNotFound`
    ///   where there is none, or no such file: drawn faces are never taken for those before a camera;
    ///   `invalidArgument` where frames are asked for of a source that has no choice.
    func device(
        fileOptions: MediaFileSource.Options = MediaFileSource.Options(),
        isolation: IsolatedFileInput.Isolation? = nil,
        images: ImageRequest = ImageRequest()
    ) throws(FacecapError) -> CaptureDevice {
        switch self {
        case .automatic:
            guard
                let camera = try CaptureDevice.default(for: .video, request: images.cameraRequest)
            else {
                throw FacecapError(
                    .sourceNotFound,
                    "There is no camera: plug one in, or use --source FILE for a video file or "
                        + "--source synthetic for drawn faces.")
            }
            return camera
        case .camera(let path):
            let known = CameraCatalogue.camera(at: path)
            return .camera(
                CameraDescription(
                    path: path, name: known?.name ?? path, identity: known?.identity),
                request: images.cameraRequest)
        case .chosenCamera(let words):
            guard let camera = try Self.camera(named: words, images) else {
                throw FacecapError(
                    .sourceNotFound,
                    "There is no camera \(words); facecap devices lists the cameras, and facecap devices "
                        + "--set-position NODE=front says which way one faces.")
            }
            return camera
        case .screen(let request):
            try images.refuse(for: "screen")
            return .screen(request)
        case .synthetic(let configuration):
            return .synthetic(try images.applied(to: configuration))
        case .file(let location):
            if Self.isCameraName(location), let camera = try Self.camera(named: location, images) {
                return camera
            }
            let file = MediaLocation(location)
            try file.checkExistence()
            try images.refuse(for: location)
            return file.isStreamAddress
                ? .networkCamera(location, options: fileOptions, isolation: isolation)
                : .file(location, options: fileOptions, isolation: isolation)
        }
    }

    /// What the synthetic camera draws that is open as `input`, at the size and rate that it was opened with; `nil`
    /// for every other source.
    func drawnScene(of input: CaptureDeviceInput) -> SyntheticCamera.Configuration? {
        guard case .synthetic(var configuration) = self else { return nil }
        if let format = input.videoFormat {
            (configuration.width, configuration.height) = (format.width, format.height)
            configuration.framesPerSecond = format.frameRate ?? configuration.framesPerSecond
        }
        return configuration
    }

    /// Whether the source can give images of several sizes.
    var hasChoiceOfSizes: Bool {
        switch self {
        case .automatic, .chosenCamera, .camera, .synthetic: true
        case .file(let location): Self.isCameraName(location)
        case .screen: false
        }
    }

    /// Whether the location can be a part of a camera's name: there is no such file.
    private static func isCameraName(_ location: String) -> Bool {
        guard !location.contains("/") else { return false }
        do throws(FacecapError) {
            try MediaLocation(location).checkExistence()
            return false
        } catch {
            return error.code == .sourceNotFound
        }
    }

    /// The one camera that a user means by a few words, or the first one that looks a way; `nil` where there is
    /// none.
    ///
    /// - Throws: `invalidArgument` where a name is that of several; why the camera cannot be opened.
    private static func camera(
        named words: String, _ images: ImageRequest
    ) throws(FacecapError) -> CaptureDevice? {
        let found = CaptureDevice.cameras(named: words, request: images.cameraRequest)
        let isName = !["front", "back", "usb"].contains(words)
        guard !isName || found.count < 2 else {
            let list = found.map { "\($0.uniqueID) (\($0.localizedName))" }
            throw FacecapError(
                .invalidArgument,
                "Several cameras are called \(words): \(list.joined(separator: ", ")); name a node."
            )
        }
        let usable = found.first { $0.unavailability == nil }
        if usable == nil, let reason = found.first?.unavailability { throw reason }
        return usable
    }
}
