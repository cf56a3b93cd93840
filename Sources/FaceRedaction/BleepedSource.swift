public import CaptureSamples
public import FaceValues
internal import Glibc

/// A source whose sound has a tone in its place for stretches of its time, as speech gives people away
/// too; everything else passes unchanged, but encoded sound, which would still be speech, is left out.
public final class BleepedSource: CaptureSource {
    private let source: any CaptureSource
    private let stretches: [ClosedRange<MediaTime>]?

    /// A tone that is heard and hurts nobody: 1 kHz at -20 dB of full scale.
    private static let frequency = 1000.0
    private static let amplitude = 0.1

    /// The sound of `source` with a tone.
    ///
    /// - Parameter stretches: of presentation times; `nil` for all of the sound.
    public init(_ source: any CaptureSource, stretches: [ClosedRange<MediaTime>]? = nil) {
        self.source = source
        self.stretches = stretches
    }

    /// As the source tells.
    public var videoFormat: VideoFormat? { source.videoFormat }
    /// As the source tells.
    public var audioFormat: AudioFormat? { source.audioFormat }
    /// As the source tells.
    public var depthFormat: VideoFormat? { source.depthFormat }
    /// As the source tells, without encoded sound.
    public var encodedFormats: EncodedFormats {
        EncodedFormats(video: source.encodedFormats.video, audio: nil)
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
            case .audio(let sound): return .audio(bleep(sound))
            case .encoded(_, .audio): continue
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

    /// The tone goes on from one stretch of sound to the next, as it depends on the time alone.
    private func bleep(_ sound: AudioSampleBuffer) -> AudioSampleBuffer {
        let start = sound.presentationTime.seconds
        let rate = Double(sound.sampleRate)
        let ranges = stretches?.map { $0.lowerBound.seconds...$0.upperBound.seconds }
        var samples = sound.samples
        for frame in 0..<sound.frameCount {
            let time = start + Double(frame) / rate
            if let ranges, !ranges.contains(where: { $0.contains(time) }) { continue }
            let tone = Float(sin(2 * .pi * Self.frequency * time) * Self.amplitude)
            for channel in 0..<sound.channelCount {
                samples[frame * sound.channelCount + channel] = tone
            }
        }
        return AudioSampleBuffer(
            samples: samples, sampleRate: sound.sampleRate, channelCount: sound.channelCount,
            presentationTime: sound.presentationTime)
    }
}
