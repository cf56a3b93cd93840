// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import SystemSupport
import Synchronization

/// A source that was opened: what is known of it, for everybody, and the source itself, for the one thread
/// that reads it.
final class OpenSource: Sendable {
    var videoFormat: VideoFormat? { formats.withLock { $0.video } }
    var depthFormat: VideoFormat? { formats.withLock { $0.depth } }
    let audioFormat: AudioFormat?
    let encodedFormats: EncodedSample.Formats
    let mediaTypes: Set<MediaType>
    let isLive: Bool
    let isolation: IsolationLevel?
    let hasSingleTimescale: Bool
    let timebase: CaptureEvent.Timebase
    let estimatedFrameCount: Int?
    let control: any CaptureSourceControl
    /// Whether it came to its end by itself: nothing more comes from it.
    var hasEnded: Bool {
        get { ended.withLock { $0 } }
        set { ended.withLock { $0 = newValue } }
    }

    private let ended = Mutex(false)
    private let formats: Mutex<(video: VideoFormat?, depth: VideoFormat?)>
    private let source: Handover<any CaptureSource>

    init(_ source: sending any CaptureSource) {
        formats = Mutex((source.videoFormat, source.depthFormat))
        audioFormat = source.audioFormat
        encodedFormats = source.encodedFormats
        mediaTypes = source.mediaTypes
        isLive = source.isLive
        isolation = source.isolation
        hasSingleTimescale = source.isOnOneTimescale
        timebase = source.timebase
        estimatedFrameCount = source.estimatedFrameCount
        control = source.control
        self.source = Handover(source)
    }

    /// The rate of the frames changed; on the thread that reads them.
    func takeFormats(of source: any CaptureSource) {
        let (video, depth) = (source.videoFormat, source.depthFormat)
        formats.withLock { $0 = (video, depth) }
    }

    /// The source, for the thread that reads it; `nil` once it was taken.
    func take() -> sending (any CaptureSource)? { source.take() }
}
