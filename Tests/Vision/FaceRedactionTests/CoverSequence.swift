// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What is covered in each frame of a video, told afterwards or while it is read.
struct CoverSequence {
    private(set) var covers: [FrameCover] = []
    private let settings: RedactionSettings
    private let isLive: Bool

    init(_ settings: RedactionSettings, isLive: Bool) {
        self.settings = settings
        self.isLive = isLive
    }

    /// Follows the faces as the program does: as they are found, unsure ones too.
    ///
    /// - Parameter passedOver: the numbers of frames that are not analysed.
    mutating func append(
        _ images: [VideoSampleBuffer], _ detector: PlayedDetector, passedOver: Set<Int> = []
    ) {
        var configuration = FaceTracker.Configuration()
        configuration.immediateConfidence = 0
        configuration.isSmoothingEnabled = false
        var tracker = FaceTracker(configuration: configuration)
        var plan = RedactionPlan(settings: settings)
        var live = RedactionQueue<Void>(settings: settings)
        for (number, sample) in images.enumerated() {
            let (time, size) = (sample.presentationTime, sample.pixelBuffer.size)
            let normalized = CoordinateTransform.normalizedFromPixels(of: size)
            let found = detector.detect()
            let isAnalysed = !passedOver.contains(number)
            let faces =
                isAnalysed
                ? tracker.update(with: found, at: time, imageSize: size).map(normalized.apply) : []
            let observation = FaceObservation(
                frame: FrameID(number), presentationTime: time, captureNanoseconds: 0,
                outcome: isAnalysed ? .analysed : .skipped(.lateData), faces: faces)
            plan.append(observation)
            live.append(observation)
            live.append((), showing: sample)
            if isLive { takeCovers(from: &live) }
        }
        if isLive {
            live.releaseAll()
            takeCovers(from: &live)
        } else {
            covers += images.map { plan.cover(at: $0.presentationTime, in: $0.pixelBuffer.size) }
        }
    }

    private mutating func takeCovers(from live: inout RedactionQueue<Void>) {
        while let (_, cover) = live.next() { covers.append(cover ?? .wholeImage) }
    }
}
