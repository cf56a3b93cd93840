import Facecap

/// What is covered in each picture of a film, told afterwards or while it is read.
struct CoverSequence {
    private(set) var covers: [FrameCover] = []
    private let settings: RedactionSettings
    private let isLive: Bool

    init(_ settings: RedactionSettings, isLive: Bool) {
        self.settings = settings
        self.isLive = isLive
    }

    /// Follows the faces as the program does: smoothed in a recording, as found in a film.
    mutating func append(_ pictures: [VideoSampleBuffer], _ detector: PlayedDetector) {
        var configuration = FaceTracker.Configuration()
        configuration.immediateConfidence = 0
        configuration.isSmoothingEnabled = isLive
        var tracker = FaceTracker(configuration: configuration)
        var plan = RedactionPlan(settings: settings)
        var live = LiveRedaction(settings: settings)
        var samples: [(time: MediaTime, size: Size)] = []
        for (number, sample) in pictures.enumerated() {
            let (time, size) = (sample.presentationTime, sample.pixelBuffer.size)
            let normalized = CoordinateTransform.normalizedFromPixels(of: size)
            let observation = FaceObservation(
                frame: FrameID(number), presentationTime: time, captureNanoseconds: 0,
                outcome: .analysed,
                faces: tracker.update(with: detector.detect(), at: time, pictureSize: size)
                    .map(normalized.apply))
            samples.append((time, size))
            plan.append(observation)
            live.append(observation)
            while isLive, covers.count < samples.count, live.isReady(samples[covers.count].time) {
                appendCover(of: samples[covers.count], &live)
            }
        }
        for sample in samples[covers.count...] {
            if isLive {
                appendCover(of: sample, &live)
            } else {
                covers.append(plan.cover(at: sample.time, in: sample.size))
            }
        }
    }

    private mutating func appendCover(
        of sample: (time: MediaTime, size: Size), _ live: inout LiveRedaction
    ) {
        covers.append(live.cover(at: sample.time, in: sample.size))
    }
}
