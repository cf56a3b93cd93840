// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Facecap
import SystemSupport

/// Puts another camera behind the only input of a session that runs, and has cameras give more frames or fewer.
/// Drivers are asked on a queue of its own, as they may take long.
struct CameraSwitcher: Sendable {
    let session: CaptureSession
    let inputs: [CaptureDeviceInput]
    let say: @Sendable (String) -> Void
    let queue = DispatchQueue(label: "facecap.cameras")
    private let opening: FileOpening
    private let images: ImageRequest

    init(of live: RunSession, console: RunConsole) {
        session = live.session
        inputs = live.cameras.map(\.input)
        opening = live.opening
        images = live.images
        say = { console.say($0) }
    }

    /// Goes on with the camera that `source` names, or with the other one, soon; where that fails, the user is told
    /// why, and the one in use stays.
    func switchCamera(to source: String?) {
        guard let input = inputs.first, inputs.count == 1 else {
            return say("the cameras stay: of several none can be switched")
        }
        queue.async {
            do throws(FacecapError) {
                let device = try source.map { name throws(FacecapError) in
                    try self.device(named: name)
                }
                Task { await switchDevice(of: input, to: device) }
            } catch {
                sayWhyItStays(error)
            }
        }
    }

    /// The device that a user names, not open yet, to be read as the sources of the run are.
    ///
    /// Throws for standard input and a file on disk, which are not live, and what
    /// ``SourceSpecifier/device(fileOptions:isolation:images:)`` throws.
    func device(named name: String) throws(FacecapError) -> CaptureDevice {
        let specifier = try SourceSpecifier(name)
        if case .file(let location) = specifier {
            let place = MediaLocation(location)
            guard !place.isOnDisk else {
                throw FacecapError(
                    .invalidArgument, "\(place) is not live; name a camera or the address of one.")
            }
        }
        return try specifier.device(
            fileOptions: opening.options, isolation: opening.isolation,
            images: specifier.hasChoiceOfSizes ? images : ImageRequest())
    }

    /// Makes frames come at another rate, soon; where that fails, the user is told why, and they come as before.
    func setFrameRate(_ frameRate: Double) {
        guard let duration = MediaTime(frameRate: frameRate) else { return }
        Task {
            for input in inputs {
                do throws(FacecapError) {
                    try await session.setActiveVideoFrameDuration(duration, of: input)
                } catch {
                    say("the frame rate stays: \(error.message)")
                }
            }
        }
    }

    private func switchDevice(of input: CaptureDeviceInput, to device: CaptureDevice?) async {
        do throws(FacecapError) {
            if let device {
                try await session.switchDevice(of: input, to: device)
            } else {
                try await session.switchCamera(of: input, request: images.cameraRequest)
            }
        } catch {
            sayWhyItStays(error)
        }
    }

    private func sayWhyItStays(_ error: FacecapError) {
        say("the camera stays: \(error.message)")
    }
}

extension MediaLocation {
    /// Whether it is the standard input, or a path at which there is something.
    fileprivate var isOnDisk: Bool {
        switch self {
        case .standardInput: true
        case .file(let path): Files.exists(path)
        case .url: false
        }
    }
}
