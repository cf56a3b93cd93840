// SPDX-License-Identifier: Apache-2.0
public import CaptureControls
public import CaptureSamples
public import FaceValues

/// Something that can be captured from: a camera, a file that plays the part of one, a drawn scene.
public struct CaptureDevice: Sendable {
    /// What kind of thing a device is.
    public enum Kind: String, Sendable, Hashable {
        /// A camera of this machine.
        case camera
        /// A microphone of this machine.
        case microphone
        /// A file, an address or a pipe.
        case file
        /// The screen of an X server.
        case screen
        /// Drawn faces with known truth.
        case synthetic
    }

    /// What kind of thing it is.
    public let kind: Kind
    /// Tells devices apart: a path, an address, a specifier.
    public let uniqueID: String
    /// The name for people.
    public let localizedName: String
    /// The name that records give, never with a user name and password of an address.
    package var recordName: String { kind == .file ? localizedName : uniqueID }
    /// The kinds of samples the device may hand out; which of them it does shows when it is open.
    public let mediaTypes: Set<MediaType>
    /// The presets the device can be asked for; always holds `inputPriority`.
    public let supportedPresets: Set<CaptureSession.Preset>
    /// The properties of the device that can be changed, such as focus and exposure, whether it is open
    /// or not; `nil` for devices that have none.
    public let controls: (any CameraControlling)?
    /// Why the device cannot be opened, with the remedy, as it was when it was found; `nil` when it can, and of
    /// what is not looked at before it is opened.
    public private(set) var unavailability: FacecapError?
    /// Whether it sends what happens now, where it is no recording.
    package private(set) var isNetworkCamera = false
    /// How the module that found the device describes it, where one did.
    package private(set) var description: (any Sendable)?
    /// The same device with another frame rate asked of it.
    private var atFrameRate: (@Sendable (Double) -> CaptureDevice)?
    private let open:
        @Sendable (CaptureSession.Preset) throws(FacecapError) -> sending any CaptureSource

    /// A device that `open` makes a source of, each time a session takes it into use; what cannot be
    /// opened is thrown there.
    public init(
        kind: Kind, uniqueID: String, localizedName: String,
        mediaTypes: Set<MediaType> = [.video, .audio],
        supportedPresets: Set<CaptureSession.Preset> = [.inputPriority],
        controls: (any CameraControlling)? = nil,
        open:
            @escaping @Sendable (CaptureSession.Preset) throws(FacecapError) ->
            sending any CaptureSource
    ) {
        self.kind = kind
        self.uniqueID = uniqueID
        self.localizedName = localizedName
        self.mediaTypes = mediaTypes
        self.supportedPresets = supportedPresets.union([.inputPriority])
        self.controls = controls
        self.open = open
    }

    /// The device as it was found.
    package func found(
        as description: any Sendable, unavailability: FacecapError?
    ) -> CaptureDevice {
        var device = self
        device.description = description
        device.unavailability = unavailability
        return device
    }

    /// The device as a camera of a network.
    package var asNetworkCamera: CaptureDevice {
        var device = self
        device.isNetworkCamera = true
        return device
    }

    /// The device with a choice of frame rates: `change` makes the one of another rate.
    package func changing(
        frameRate change: @escaping @Sendable (Double) -> CaptureDevice
    ) -> CaptureDevice {
        var device = self
        device.atFrameRate = change
        return device
    }

    /// The device with frames of another rate asked of it; `nil` where it has no choice.
    func running(atFrameRate frameRate: Double) -> CaptureDevice? { atFrameRate?(frameRate) }

    /// Opens the device for one run.
    func makeSource(preset: CaptureSession.Preset) throws(FacecapError) -> OpenSource {
        OpenSource(try open(preset))
    }
}
