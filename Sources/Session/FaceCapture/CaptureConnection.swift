// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization

/// The way of one kind of samples from an input to an output, and how frames are turned on it;
/// a session makes one for each output it can feed.
///
/// The settings may be changed from any thread at any time; they hold from the next frame on.
/// Frames are not rewritten: the settings say how positions in them are to be shown.
public final class CaptureConnection: Sendable {
    private struct Settings {
        var isEnabled = true
        var videoOrientation = VideoOrientation.upright
        var isVideoMirrored = false
    }

    /// Where the samples come from.
    public let input: CaptureDeviceInput
    /// What samples they are.
    public let mediaType: MediaType
    private let settings = Mutex(Settings())
    private let meter = Mutex(AudioLevelMeter())

    init(input: CaptureDeviceInput, mediaType: MediaType) {
        self.input = input
        self.mediaType = mediaType
    }

    /// Whether samples pass; frames that do not are dropped as `connection_disabled`.
    public var isEnabled: Bool {
        get { settings.withLock { $0.isEnabled } }
        set { settings.withLock { $0.isEnabled = newValue } }
    }

    /// How loud the audio on this way is, channel by channel; none before the first.
    public var audioChannels: [CaptureAudioChannel] { meter.withLock { $0.channels } }

    /// Measures audio that passes, on the capture thread.
    func measure(_ audio: AudioSampleBuffer) { meter.withLock { $0.update(with: audio) } }

    /// A clockwise turn for display, on top of the one the source's frames ask for.
    public var videoOrientation: VideoOrientation {
        get { settings.withLock { $0.videoOrientation } }
        set { settings.withLock { $0.videoOrientation = newValue } }
    }

    /// Whether left and right change places for display, as in a mirror.
    public var isVideoMirrored: Bool {
        get { settings.withLock { $0.isVideoMirrored } }
        set { settings.withLock { $0.isVideoMirrored = newValue } }
    }

    /// From the normalised stored frame to the normalised displayed one, for frames that stand
    /// upright once turned by `orientation`.
    public func displayedFromStored(orientation: VideoOrientation) -> CoordinateTransform {
        let (turn, isMirrored) = settings.withLock { ($0.videoOrientation, $0.isVideoMirrored) }
        return .displayedFromStored(
            orientation: orientation.followed(by: turn), isMirrored: isMirrored)
    }

    /// A face of an observation as it is displayed: normalised to 0...1, origin top left.
    public func transformedMetadataObject(
        _ face: MetadataFaceObject, of observation: FaceObservation
    ) -> MetadataFaceObject {
        displayedFromStored(orientation: observation.orientation).apply(face)
    }

    /// Where a point of the displayed frame, normalised to 0...1, lies in the normalised stored one:
    /// what points of interest are set to.
    public func devicePointOfInterest(forDisplayed point: Point) -> Point {
        let orientation = input.videoFormat?.orientation ?? .upright
        return displayedFromStored(orientation: orientation).inverse.apply(point)
    }

    /// The size at which frames of `format` are displayed; `nil` while the device is not open.
    public var displayedSize: Size? {
        guard let format = input.videoFormat else { return nil }
        let turn = format.orientation.followed(by: videoOrientation)
        let (width, height) = (Double(format.width), Double(format.height))
        return turn.exchangesSides
            ? Size(width: height, height: width) : Size(width: width, height: height)
    }
}
