// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Facecap
import Glibc
import SystemSupport

/// Does what is requested of the cameras of a session that runs, and tells the user why where it cannot be done; from
/// any thread.
///
/// Drivers, which may take long, are asked on a queue of its own, in the order of the requests.
struct CameraRequests: Sendable {
    private let say: @Sendable (String) -> Void
    let queue = DispatchQueue(label: "facecap.cameras")
    private let session: CaptureSession
    private let inputs: [CaptureDeviceInput]
    private let opening: FileOpening
    private let images: ImageRequest
    private let zoomRefusal: String?

    /// - Parameter zoomRefusal: why the zoom has to stay; `nil` where it can be changed.
    init(of live: RunSession, zoomRefusal: String? = nil, console: RunConsole) {
        session = live.session
        inputs = live.cameras.map(\.input)
        opening = live.opening
        images = live.images
        self.zoomRefusal = zoomRefusal
        say = { console.say($0) }
    }

    // MARK: Another camera

    /// Goes on with the camera that `source` names, or with the other one, soon; where that fails, the one in use
    /// stays.
    func switchCamera(to source: String?) {
        guard let input = inputs.first, inputs.count == 1 else {
            return say("the cameras stay: of several none can be switched")
        }
        queue.async {
            do throws(FacecapError) {
                let device = try source.map { name throws(FacecapError) in
                    try self.device(named: name)
                }
                waitUntilDone { await switchDevice(of: input, to: device) }
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

    // MARK: Frame rate

    /// Makes frames come at another rate, soon; where that fails, they come as before.
    func setFrameRate(_ frameRate: Double) {
        guard let duration = MediaTime(frameRate: frameRate) else { return }
        queue.async { waitUntilDone { await setFrameDuration(duration) } }
    }

    private func setFrameDuration(_ duration: MediaTime) async {
        for input in inputs {
            do throws(FacecapError) {
                try await session.setActiveVideoFrameDuration(duration, of: input)
            } catch {
                say("the frame rate stays: \(error.message)")
            }
        }
    }

    /// Waits on the queue for what the session does: tasks alone have no order.
    private func waitUntilDone(_ work: @escaping @Sendable () async -> Void) {
        let isOver = Monitor(false)
        Task {
            await work()
            isOver.withLock { $0 = true }
        }
        isOver.wait { $0 ? () : nil }
    }

    // MARK: Zoom

    /// Magnifies the frames of all cameras alike.
    func zoom(_ request: ZoomRequest) {
        if let zoomRefusal { return say("the zoom stays: \(zoomRefusal)") }
        do throws(FacecapError) {
            for input in inputs { try Self.zoom(input, request) }
        } catch {
            say("the zoom stays: \(error.message)")
        }
    }

    private static func zoom(
        _ input: CaptureDeviceInput, _ request: ZoomRequest
    ) throws(FacecapError) {
        let octaves = abs(log2(request.factor / input.videoZoomFactor))
        guard let duration = request.duration, octaves > 0 else {
            return try input.setVideoZoomFactor(request.factor)
        }
        try input.ramp(
            toVideoZoomFactor: request.factor, withRate: octaves / MediaTime(duration).seconds)
    }

    // MARK: Point of interest

    /// Has a camera focus and expose for a point of its stored frame, as far as it can.
    func setPointOfInterest(_ point: Point, of camera: Int) {
        guard inputs.indices.contains(camera) else { return }
        let input = inputs[camera]
        let (device, point) = (input.device, input.devicePoint(ofStored: point))
        queue.async {
            do throws(FacecapError) {
                var isPossible = false
                try device.controls?.withConfigurationLock { state, changes in
                    changes = Self.changes(toward: point, in: state)
                    isPossible = !changes.values.isEmpty
                }
                if !isPossible {
                    say("\(device.localizedName) has no point of focus or exposure")
                }
            } catch {
                say(error.message)
            }
        }
    }

    /// What a point of interest is set by: focus and exposure, or the one of them that the camera has.
    static func changes(
        toward point: Point, in state: CaptureControl.State
    ) -> CaptureControl.Changes {
        var changes = CaptureControl.Changes()
        if state[.focusPointOfInterest] != nil { changes.focusPointOfInterest = point }
        if state[.exposurePointOfInterest] != nil { changes.exposurePointOfInterest = point }
        return changes
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
