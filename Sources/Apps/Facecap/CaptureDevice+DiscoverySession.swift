// SPDX-License-Identifier: Apache-2.0
public import CameraInput
public import CaptureSamples
internal import DeviceDiscovery
public import FaceCapture
public import FaceValues
internal import SystemSupport

extension CaptureDevice {
    /// Finds the cameras and microphones of this machine, and tells when they come and go.
    ///
    /// It watches on a thread of its own (`fc.devices`) until it is released. What happens within a fifth of a
    /// second becomes one look at the devices, so that a camera that is plugged in, with all its nodes, is one
    /// event. Whether a device is busy is no event.
    public final class DiscoverySession: Sendable {
        /// What happened to a device.
        public enum Event: Sendable {
            /// It was plugged in.
            case connected(CaptureDevice)
            /// It was unplugged; the device is what was known of it last.
            case disconnected(CaptureDevice)
            /// The system lets this user open it now, or no longer.
            case permissionChanged(CaptureDevice)
        }

        private let mediaTypes: Set<MediaType>
        private let deviceTypes: Set<DeviceType>
        private let position: CameraDescription.Position?
        private let broadcast: Broadcast<Event>
        private let watcher: DeviceWatcher

        /// Begins to watch.
        ///
        /// - Parameters:
        ///   - mediaTypes: `video` for cameras, `audio` for microphones.
        ///   - deviceTypes: which of them ``devices`` lists.
        ///   - position: which way cameras in ``devices`` look; `nil` for any, also where nobody says so.
        /// - Throws: `.systemFailed` when the system has no more watches or threads.
        public init(
            mediaTypes: Set<MediaType> = [.video, .audio],
            deviceTypes: Set<DeviceType> = Set(DeviceType.allCases),
            position: CameraDescription.Position? = nil
        ) throws(FacecapError) {
            let broadcast = Broadcast<Event>()
            self.mediaTypes = mediaTypes
            self.deviceTypes = deviceTypes
            self.position = position
            self.broadcast = broadcast
            watcher = try DeviceWatcher { event in
                if let event = Event(event, of: mediaTypes) { broadcast.send(event) }
            }
        }

        /// The devices that are there now, cameras first; those that cannot be opened say why
        /// (``CaptureDevice/unavailability``).
        ///
        /// It opens each device for a moment, and blocks for as long as that takes.
        public var devices: [CaptureDevice] {
            let cameras = mediaTypes.contains(.video) ? DiscoveredDevice.cameras() : []
            let microphones = mediaTypes.contains(.audio) ? DiscoveredDevice.microphones() : []
            return (cameras + microphones).map(\.device).filter { device in
                deviceTypes.contains(device.deviceType)
                    && (position == nil || device.kind != .camera || device.position == position)
            }
        }

        /// The events from now on, of which the newest 64 are kept for a reader that is slow; it ends when the
        /// session is released.
        public func events() -> AsyncStream<Event> { broadcast.makeStream(bufferSize: 64) }
    }
}

extension CaptureDevice.DiscoverySession.Event {
    /// What happened, where it is a device of one of the media types; else `nil`.
    init?(_ event: DeviceWatcher.Event, of mediaTypes: Set<MediaType>) {
        let mediaType: MediaType =
            switch event.device {
            case .camera: .video
            case .microphone: .audio
            }
        guard mediaTypes.contains(mediaType) else { return nil }
        self =
            switch event {
            case .appeared(let found): .connected(found.device)
            case .disappeared(let found): .disconnected(found.device)
            case .changed(let found): .permissionChanged(found.device)
            }
    }
}

extension DiscoveredDevice {
    /// The device, to be captured from as its driver likes.
    fileprivate var device: CaptureDevice {
        switch self {
        case .camera(let camera): .camera(camera)
        case .microphone(let microphone): .microphone(microphone)
        }
    }
}
