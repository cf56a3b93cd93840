public import FaceValues

/// A source whose samples go through processors before anybody has them. Encoded samples of the kinds that
/// are changed, which would still hold what was to be changed, are left out.
public final class ProcessedSource: CaptureSource {
    private let source: any CaptureSource
    private let processors: [any SampleProcessor]
    private let processedTypes: Set<MediaType>

    /// The samples of `source` as `processors` make them, one after the other.
    public init(_ source: any CaptureSource, processors: [any SampleProcessor]) {
        self.source = source
        self.processors = processors
        processedTypes = processors.reduce(into: []) { $0.formUnion($1.mediaTypes) }
    }

    /// As the source tells.
    public var videoFormat: VideoFormat? { source.videoFormat }
    /// As the source tells.
    public var audioFormat: AudioFormat? { source.audioFormat }
    /// As the source tells.
    public var depthFormat: VideoFormat? { source.depthFormat }
    /// As the source tells, without the kinds that are changed.
    public var encodedFormats: EncodedFormats {
        let formats = source.encodedFormats
        return EncodedFormats(
            video: processedTypes.contains(.video) ? nil : formats.video,
            audio: processedTypes.contains(.audio) ? nil : formats.audio)
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
            case .video(var sample):
                for processor in processors { sample = try processor.process(sample) }
                return .video(sample)
            case .audio(var audio):
                for processor in processors { audio = try processor.process(audio) }
                return .audio(audio)
            case .encoded(_, let type) where processedTypes.contains(type): continue
            default: return event
            }
        }
        return nil
    }

    /// Cancels the source.
    public func cancel() { source.cancel() }

    /// Tells the source.
    public func needsFrames(ofLongerSide longerSide: Int?) {
        source.needsFrames(ofLongerSide: longerSide)
    }

    /// Tells the source.
    public func needsSamples(of mediaTypes: Set<MediaType>) {
        source.needsSamples(of: mediaTypes)
    }
}
