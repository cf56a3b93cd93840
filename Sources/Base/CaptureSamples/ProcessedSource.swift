// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// A source whose samples go through processors before anybody has them. Encoded samples of the kinds that
/// are changed, which would still hold what was to be changed, are left out.
package final class ProcessedSource: SingleTimescaleSource {
    private let source: any CaptureSource
    private let processors: [any SampleProcessor]
    private let processedTypes: Set<MediaType>

    /// The samples of `source` as `processors` make them, one after the other.
    package init(_ source: any CaptureSource, processors: [any SampleProcessor]) {
        self.source = source
        self.processors = processors
        processedTypes = processors.reduce(into: []) { $0.formUnion($1.mediaTypes) }
    }

    package var videoFormat: VideoFormat? { source.videoFormat }
    package var audioFormat: AudioFormat? { source.audioFormat }
    package var depthFormat: VideoFormat? { source.depthFormat }
    /// As the source tells, without the kinds that are changed.
    package var encodedFormats: EncodedSample.Formats {
        let formats = source.encodedFormats
        return EncodedSample.Formats(
            video: processedTypes.contains(.video) ? nil : formats.video,
            audio: processedTypes.contains(.audio) ? nil : formats.audio)
    }
    package var isLive: Bool { source.isLive }
    package var isolation: IsolationLevel? { source.isolation }
    package var timebase: CaptureEvent.Timebase { source.timebase }
    package var hasSingleTimescale: Bool { source.isOnOneTimescale }
    package var estimatedFrameCount: Int? { source.estimatedFrameCount }
    package var control: any CaptureSourceControl { source.control }

    /// The source's next event.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        while let event = try source.nextEvent() {
            switch event {
            case .video(var sample):
                for processor in processors { sample = try processor.process(sample) }
                return .video(sample)
            case .audio(var audio):
                for processor in processors { audio = try processor.process(audio) }
                return .audio(audio)
            case .encoded(_, let type) where processedTypes.contains(type): continue
            case .warning(let error):
                for processor in processors { processor.note(error) }
                return event
            default: return event
            }
        }
        return nil
    }

    package func needsFrames(ofLongerSide longerSide: Int?) {
        source.needsFrames(ofLongerSide: longerSide)
    }

    package func setFrameRate(_ frameRate: Double) throws(FacecapError) -> Double? {
        try source.setFrameRate(frameRate)
    }

    package func needsSamples(of mediaTypes: Set<MediaType>) {
        source.needsSamples(of: mediaTypes)
    }
}
