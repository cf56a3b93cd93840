internal import CaptureSamples
internal import FaceDetectors
internal import FaceGeometry
internal import FaceTracking
internal import FaceValues

/// Makes observations of frames: detector, then tracker, then normalised positions.
///
/// It is used by one thread, the metadata queue's.
struct FaceAnalyzer {
    private let detector: any FaceDetector
    private var tracker: FaceTracker
    private var quality = CaptureQualityMeter()
    private var pictureSize: Size?

    init(detector: any FaceDetector, tracking: FaceTracker.Configuration) {
        self.detector = detector
        tracker = FaceTracker(configuration: tracking)
    }

    /// Looks at the picture of a frame.
    ///
    /// - Parameter region: where to look, in the normalised stored picture.
    mutating func analyse(
        _ frame: CapturedFrame, region: Rect
    ) throws(FacecapError) -> FaceObservation {
        let sample = frame.sampleBuffer
        let picture = sample.pixelBuffer
        let size = Size(width: Double(picture.width), height: Double(picture.height))
        let found = try detector.detectFaces(
            in: picture, orientation: sample.orientation,
            region: region == .unit ? nil : region.scaled(x: size.width, y: size.height),
            hints: tracker.hints(at: sample.presentationTime))
        pictureSize = size
        var faces = tracker.update(with: found, at: sample.presentationTime, pictureSize: size)
        quality.measure(&faces, in: picture, at: sample.presentationTime)
        return observation(of: frame.header, outcome: .analysed, faces: faces)
    }

    /// Carries the faces on to a frame whose picture is not looked at.
    mutating func pass(_ frame: FrameHeader, outcome: FrameOutcome) -> FaceObservation {
        let faces = tracker.advance(to: frame.presentationTime)
        return observation(of: frame, outcome: outcome, faces: faces)
    }

    /// Forgets every face, as after an interruption; their ids are not given again.
    mutating func reset() { tracker.reset() }

    private func observation(
        of frame: FrameHeader, outcome: FrameOutcome, faces: [FaceObject]
    ) -> FaceObservation {
        let normalized = pictureSize.map { size in
            let transform = CoordinateTransform.normalizedFromPixels(of: size)
            return faces.map { transform.apply($0).withAnglesOfMovies }
        }
        return FaceObservation(
            frame: frame.id, presentationTime: frame.presentationTime,
            captureNanoseconds: frame.captureNanoseconds, orientation: frame.orientation,
            outcome: outcome, faces: normalized ?? [],
            foundFaceIDs: tracker.events.compactMap {
                if case .found(let id) = $0 { id } else { nil }
            },
            lostFaceIDs: tracker.events.compactMap {
                if case .lost(let id) = $0 { id } else { nil }
            })
    }
}

extension FaceObject {
    /// The face with angles that the 32-bit floats of a movie hold exactly, so that a stream and a movie
    /// say the same: multiples of 1/16384 degree.
    fileprivate var withAnglesOfMovies: FaceObject {
        func rounded(_ degrees: Double) -> Double { (degrees * 16_384).rounded() / 16_384 }
        var face = self
        face.rollAngle = rollAngle.map(rounded)
        face.yawAngle = yawAngle.map(rounded)
        face.pitchAngle = pitchAngle.map(rounded)
        face.relativePitchAngle = relativePitchAngle.map(rounded)
        face.rollSigma = rollSigma.map(rounded)
        face.yawSigma = yawSigma.map(rounded)
        face.pitchSigma = pitchSigma.map(rounded)
        face.leftEyeOpenness = leftEyeOpenness.map(rounded)
        face.rightEyeOpenness = rightEyeOpenness.map(rounded)
        face.mouthOpenness = mouthOpenness.map(rounded)
        return face
    }
}
