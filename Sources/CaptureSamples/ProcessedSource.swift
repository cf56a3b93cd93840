public import FaceValues

/// A source whose pictures go through a processor before anybody sees them; everything else passes
/// unchanged, but encoded pictures, which would show what the processor was to change, are left out.
public final class ProcessedSource: CaptureSource {
    private let source: any CaptureSource
    private let processor: any PictureProcessor

    /// The pictures of `source` as `processor` makes them.
    public init(_ source: any CaptureSource, processor: any PictureProcessor) {
        self.source = source
        self.processor = processor
    }

    /// As the source tells.
    public var videoFormat: VideoFormat? { source.videoFormat }
    /// As the source tells.
    public var audioFormat: AudioFormat? { source.audioFormat }
    /// As the source tells.
    public var depthFormat: VideoFormat? { source.depthFormat }
    /// As the source tells, without encoded pictures.
    public var encodedFormats: EncodedFormats {
        EncodedFormats(video: nil, audio: source.encodedFormats.audio)
    }
    /// As the source tells.
    public var isLive: Bool { source.isLive }
    /// As the source tells.
    public var timebase: SourceTimebase { source.timebase }
    /// As the source tells.
    public var estimatedFrameCount: Int? { source.estimatedFrameCount }
    /// As the source tells.
    public var clockDriftPPM: Double? { source.clockDriftPPM }

    /// The source's next event.
    public func nextEvent() throws(FacecapError) -> CaptureEvent? {
        while let event = try source.nextEvent() {
            switch event {
            case .video(let sample): return .video(try processor.process(sample))
            case .encoded(_, .video): continue
            default: return event
            }
        }
        return nil
    }

    /// Cancels the source.
    public func cancel() { source.cancel() }

    /// Tells the source.
    public func needsPictures(ofLongerSide longerSide: Int?) {
        source.needsPictures(ofLongerSide: longerSide)
    }
}
