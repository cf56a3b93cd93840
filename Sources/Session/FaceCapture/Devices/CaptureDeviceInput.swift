// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization

/// A device taken into use by a session.
///
/// The device is opened when the session commits the first configuration that holds the input, and closed
/// when the session stops, is released, or the input is removed; started again, the session opens it again.
public final class CaptureDeviceInput: Sendable {
    /// The stream ends before the first frame that comes this long after the first one; `nil` for no
    /// limit. Audio before that moment is delivered even if a file stores it behind later frames, up to 10 s of them;
    /// later audio is left out. Of encoded frames the first one from that moment on is left out with
    /// all that are decoded after it: where frames are reordered, they may end a few frames earlier. A live input
    /// without video that starts with the session ends this long after the session's zero.
    public let maximumDuration: MediaTime?
    private let currentDevice: Mutex<CaptureDevice>
    private let source = Mutex<OpenSource?>(nil)
    private let isLost = Mutex(false)
    private let watchesSubjectArea = Mutex(false)
    /// How its frames are zoomed.
    let zoom: ZoomControl

    /// An input that is not open yet.
    ///
    /// - Parameters:
    ///   - device: what it opens.
    ///   - maximumDuration: see ``maximumDuration``; `nil` for no limit.
    ///   - leader: an input that is zoomed together with this one, which sees the same, such as the camera beside a
    ///     depth camera; `nil` for none.
    public init(
        device: CaptureDevice, maximumDuration: MediaTime? = nil,
        zoomingWith leader: CaptureDeviceInput? = nil
    ) {
        currentDevice = Mutex(device)
        self.maximumDuration = maximumDuration
        zoom = leader?.zoom ?? ZoomControl()
    }

    /// The device behind the input; ``CaptureSession/switchDevice(of:to:)`` puts another one there.
    public internal(set) var device: CaptureDevice {
        get { currentDevice.withLock { $0 } }
        set { currentDevice.withLock { $0 = newValue } }
    }

    /// What the frames are like; `nil` while the device is not open.
    public var videoFormat: VideoFormat? { source.withLock { $0?.videoFormat } }

    /// How far apart frames are, nominally; `nil` while the device is not open, and where it does not say.
    /// ``CaptureSession/setActiveVideoFrameDuration(_:of:)`` changes it.
    public var activeVideoFrameDuration: MediaTime? {
        openSource.flatMap { ($0.videoFormat ?? $0.depthFormat)?.frameDuration }
    }

    /// What the depth images are like; `nil` while the device is not open and when it has none.
    public var depthFormat: VideoFormat? { source.withLock { $0?.depthFormat } }

    /// The kinds of samples the device hands out; none while it is not open.
    public var mediaTypes: Set<MediaType> { source.withLock { $0?.mediaTypes } ?? [] }

    /// What the audio is like; `nil` while the device is not open and when it has none.
    public var audioFormat: AudioFormat? { source.withLock { $0?.audioFormat } }

    /// What the encoded samples are like, of the kinds that come encoded.
    public var encodedFormats: EncodedSample.Formats {
        source.withLock { $0?.encodedFormats } ?? EncodedSample.Formats()
    }

    /// Whether it is told when the image has changed much and come to rest since it was enabled, or was told last; at
    /// first false. Brighter or darker light is no such change. The notification is
    /// ``CaptureSession/Notification/subjectAreaDidChange``; any thread may change it.
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        get { watchesSubjectArea.withLock { $0 } }
        set { watchesSubjectArea.withLock { $0 = newValue } }
    }

    /// How much faster than nominal the device's clock runs against the host's, in parts per million;
    /// `nil` while that is not known. Samples have it corrected.
    public var clockDriftPPM: Double? { openSource?.control.clockDriftPPM }

    /// Whether late frames are discarded (a camera) or waited for (a file); `nil` while the device is
    /// not open.
    public var isLive: Bool? { source.withLock { $0?.isLive } }

    /// Whether the times of all frames are known to be on the scale of the first one's.
    package var hasSingleTimescale: Bool { openSource?.hasSingleTimescale ?? false }

    /// What keeps what decodes the device's data from everything else; `nil` while the device is not open, and where
    /// nothing is decoded.
    public var isolation: IsolationLevel? { openSource?.isolation }

    /// Whether the open device hands out frames of any kind.
    var hasFrames: Bool { !mediaTypes.isDisjoint(with: [.video, .depth]) }

    /// Frames the device expects to deliver within ``maximumDuration``; `nil` while not open and when
    /// unknown.
    public var estimatedFrameCount: Int? {
        guard let source = openSource else { return nil }
        guard let maximumDuration, let rate = source.videoFormat?.frameRate else {
            return source.estimatedFrameCount
        }
        let most = Int(exactly: (maximumDuration.seconds * rate).rounded(.up)) ?? .max
        return source.estimatedFrameCount.map { min($0, most) } ?? most
    }

    /// The opened device, where it is open.
    var openSource: OpenSource? {
        get { source.withLock { $0 } }
        set {
            source.withLock { $0 = newValue }
            isLost.withLock { $0 = false }
        }
    }

    /// Whether nothing more comes from it until the session starts again: its device came to its end, or was lost.
    var hasEnded: Bool { openSource?.hasEnded ?? isLost.withLock { $0 } }

    /// Neither its device nor the one that was to take its place can be opened.
    func lose() { isLost.withLock { $0 = true } }
}
