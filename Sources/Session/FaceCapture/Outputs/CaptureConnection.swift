// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization

/// The way of one kind of samples from an input to an output, and how frames are turned on it;
/// a session makes one for each output it can feed.
///
/// The settings may be changed from any thread at any time; they hold from the next frame on.
/// Pixels are not rewritten: frames and faces that pass say how they are to be displayed, movies do so by the
/// matrix of their track. A recording has one matrix, that of its first frame: frames that are turned or mirrored
/// otherwise later are stored as they come, with their faces, and a warning tells that the movie does not turn them.
public final class CaptureConnection: Sendable {
    private struct Settings {
        var isEnabled = true
        var videoOrientation = VideoOrientation.upright
        var isVideoMirrored = false
        /// Of the audio channels for which they are not 1.
        var volumes: [Int: Double] = [:]
        var silentChannels: Set<Int> = []
        /// That of the last frame as it came from the source.
        var lastOrientation: VideoOrientation?
        /// Who finds the faces that pass.
        weak var finder: CaptureMetadataOutput?
    }

    /// Where the samples come from.
    public let input: CaptureDeviceInput
    /// What samples they are.
    public let mediaType: MediaType
    private let settings = Mutex(Settings())
    private let meter = Mutex(AudioLevelMeter())

    init(
        input: CaptureDeviceInput, mediaType: MediaType, finder: CaptureMetadataOutput? = nil
    ) {
        self.input = input
        self.mediaType = mediaType
        settings.withLock { $0.finder = finder }
    }

    /// Whether the same output finds the faces that pass.
    package func hasSameFinder(as other: CaptureConnection) -> Bool {
        guard let finder = settings.withLock({ $0.finder }) else { return false }
        return finder === other.settings.withLock { $0.finder }
    }

    /// What keeps faces that pass from being found; `nil` where nothing does.
    package var searchLimits: String? { settings.withLock { $0.finder }?.searchLimits }

    /// Whether samples pass; frames that do not are dropped as `connection_disabled`.
    public var isEnabled: Bool {
        get { settings.withLock { $0.isEnabled } }
        set { settings.withLock { $0.isEnabled = newValue } }
    }

    /// The channels of the audio on this way; none before the first audio.
    public var audioChannels: [CaptureAudioChannel] {
        let settings = settings.withLock { $0 }
        return meter.withLock { $0.channels }.enumerated().map { index, channel in
            var channel = channel
            channel.isEnabled = !settings.silentChannels.contains(index)
            channel.volume = settings.volumes[index] ?? 1
            return channel
        }
    }

    /// Lets a channel of audio, counted from 0, be heard or not; from the next stretch on. Audio that is copied as it
    /// is encoded stays as it is.
    public func setEnabled(_ isEnabled: Bool, ofAudioChannel index: Int) {
        settings.withLock { settings in
            if isEnabled {
                settings.silentChannels.remove(index)
            } else {
                settings.silentChannels.insert(index)
            }
        }
    }

    /// Multiplies the samples of a channel of audio, counted from 0, by a number in 0...1, to which others are
    /// limited; from the next stretch on. Audio that is copied as it is encoded stays as it is.
    public func setVolume(_ volume: Double, ofAudioChannel index: Int) {
        let volume = volume.isNaN ? 0 : min(max(0, volume), 1)
        settings.withLock { $0.volumes[index] = volume == 1 ? nil : volume }
    }

    /// The audio as it passes.
    fileprivate func adjusted(_ audio: AudioSampleBuffer) -> AudioSampleBuffer {
        let settings = settings.withLock { $0 }
        guard !settings.volumes.isEmpty || !settings.silentChannels.isEmpty else { return audio }
        let gains = (0..<audio.channelCount).map { channel in
            settings.silentChannels.contains(channel)
                ? 0 : Float(settings.volumes[channel] ?? 1)
        }
        var samples = audio.samples
        for index in samples.indices {
            let gain = gains[index % gains.count]
            // Also of what is no number nothing is heard.
            samples[index] = gain == 0 ? 0 : samples[index] * gain
        }
        return audio.replacing(samples: samples)
    }

    /// Measures audio that passes, on the capture thread.
    func measure(_ audio: AudioSampleBuffer) { meter.withLock { $0.update(with: audio) } }

    /// How frames are turned for display, on top of what the source's frames ask for: that of a camera that
    /// hangs on its side. Faces are looked for in the turned frame.
    public var videoOrientation: VideoOrientation {
        get { settings.withLock { $0.videoOrientation } }
        set { settings.withLock { $0.videoOrientation = newValue } }
    }

    /// Whether left and right change places for display, as in a mirror, once the frame is turned.
    public var isVideoMirrored: Bool {
        get { settings.withLock { $0.isVideoMirrored } }
        set { settings.withLock { $0.isVideoMirrored = newValue } }
    }

    /// How frames are displayed that come with `orientation` from the source.
    package func displayed(_ orientation: VideoOrientation) -> VideoOrientation {
        settings.withLock { settings in
            let turned = orientation.followed(by: settings.videoOrientation)
            return settings.isVideoMirrored ? turned.followed(by: .mirrored) : turned
        }
    }

    /// How a frame is displayed that passes with `orientation` from the source.
    fileprivate func pass(_ orientation: VideoOrientation) -> VideoOrientation {
        settings.withLock { $0.lastOrientation = orientation }
        return displayed(orientation)
    }

    /// How the source's frames are displayed; upright while the device is not open.
    public var displayedOrientation: VideoOrientation {
        displayed(input.videoFormat?.orientation ?? .upright)
    }

    /// From the normalized stored frame to the normalized displayed one.
    public var displayedFromStored: CoordinateTransform {
        .displayedFromStored(orientation: displayedOrientation)
    }

    /// A face of an observation as this connection displays it: normalized to 0...1, origin top left. Once the device
    /// is closed, the last frame says how it came from the source; where none passed, the observation does.
    public func transformedMetadataObject(
        _ face: MetadataFaceObject, of observation: FaceObservation
    ) -> MetadataFaceObject {
        let stored = input.videoFormat?.orientation ?? settings.withLock { $0.lastOrientation }
        return CoordinateTransform.displayedFromStored(
            orientation: stored.map(displayed) ?? observation.orientation
        ).apply(face)
    }

    /// Where a point of the displayed frame, normalized to 0...1, lies in what the camera sees, in the normalized
    /// stored frame before any zoom: what points of interest are set to.
    public func devicePointOfInterest(forDisplayed point: Point) -> Point {
        input.devicePoint(ofStored: displayedFromStored.inverse.apply(point))
    }

    /// The size at which the source's frames are displayed, in stored pixels; `nil` while the device is not open.
    public var displayedSize: Size? {
        input.videoFormat.map {
            displayedOrientation.displayedSize(
                of: Size(width: Double($0.width), height: Double($0.height)))
        }
    }

    /// The shape of a pixel of the displayed frame; `nil` while the device is not open.
    package var displayedPixelAspectRatio: VideoFormat.PixelAspectRatio? {
        input.videoFormat?.pixelAspectRatio.displayed(by: displayedOrientation)
    }
}

extension CaptureDelivery {
    /// What is handed to an output along a connection: frames say how it has them displayed, audio is as loud as it
    /// says.
    func along(_ connection: CaptureConnection) -> CaptureDelivery {
        switch self {
        case .frame(let frame): .frame(frame.displayed(by: connection))
        case .depth(let frame): .depth(frame.displayed(by: connection))
        case .skippedFrame(let header, let reason):
            .skippedFrame(header.displayed(by: connection), reason)
        case .droppedFrame(let header, let reason):
            .droppedFrame(header.displayed(by: connection), reason)
        case .audio(let audio): .audio(connection.adjusted(audio))
        case .encoded, .observation, .notice: self
        }
    }
}

extension CapturedFrame {
    fileprivate func displayed(by connection: CaptureConnection) -> CapturedFrame {
        replacingSampleBuffer(
            with: sampleBuffer.replacingOrientation(
                with: connection.pass(sampleBuffer.orientation)))
    }
}

extension CapturedFrame.Header {
    fileprivate func displayed(by connection: CaptureConnection) -> CapturedFrame.Header {
        CapturedFrame.Header(
            id: id, presentationTime: presentationTime, captureNanoseconds: captureNanoseconds,
            orientation: connection.pass(orientation), zoom: zoom, size: size,
            duration: duration)
    }
}
