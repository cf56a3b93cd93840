// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import SystemSupport

/// A source that was opened: what is known of it, for everybody, and the source itself, for the one thread
/// that reads it.
final class OpenSource: Sendable {
    let videoFormat: VideoFormat?
    let depthFormat: VideoFormat?
    let audioFormat: AudioFormat?
    let encodedFormats: EncodedSample.Formats
    let mediaTypes: Set<MediaType>
    let isLive: Bool
    let isolation: IsolationLevel?
    let timebase: CaptureEvent.Timebase
    let estimatedFrameCount: Int?
    let control: any CaptureSourceControl
    private let source: Handover<any CaptureSource>

    init(_ source: sending any CaptureSource) {
        videoFormat = source.videoFormat
        depthFormat = source.depthFormat
        audioFormat = source.audioFormat
        encodedFormats = source.encodedFormats
        mediaTypes = source.mediaTypes
        isLive = source.isLive
        isolation = source.isolation
        timebase = source.timebase
        estimatedFrameCount = source.estimatedFrameCount
        control = source.control
        self.source = Handover(source)
    }

    /// The source, for the thread that reads it; `nil` once it was taken.
    func take() -> sending (any CaptureSource)? { source.take() }
}
