// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceDetectors
internal import FaceTracking
internal import FaceValues

/// Makes observations of frames: scanner, then tracker, then normalised positions.
///
/// It is used by one thread, the metadata queue's.
struct FaceAnalyzer {
    /// What chooses how much is looked at; `nil` where nothing is to be chosen.
    var governor: ScanGovernor?
    private var scanner: FaceScanner
    private var tracker: FaceTracker
    private var cameraMotion = CameraMotionMeter()
    private var quality = CaptureQualityMeter()
    /// Where mirrored images lie.
    private var mirrorPool: PixelBufferPool?
    private var imageSize: Size?

    init(detector: any FaceDetector, tracking: FaceTracker.Configuration) {
        scanner = FaceScanner(detector: detector)
        tracker = FaceTracker(configuration: tracking)
    }

    /// Looks at the frame of a frame.
    ///
    /// - Parameters:
    ///   - region: where to look, in the normalised stored frame.
    ///   - scanInterval: every how many frames everything is looked at, at least 1.
    mutating func analyse(
        _ frame: CapturedFrame, region: Rect, scanInterval: Int
    ) throws(FacecapError) -> FaceObservation {
        let sample = frame.sampleBuffer
        let image = sample.pixelBuffer
        let size = Size(width: Double(image.width), height: Double(image.height))
        let part = region == .unit ? nil : region.scaled(x: size.width, y: size.height)
        var seen =
            if sample.orientation.isMirrored,
                let mirrored = try? VideoOrientation.mirrored.applied(to: image, in: &mirrorPool)
            {
                try lookInMirror(frame, mirrored, part, interval: scanInterval)
            } else {
                try scanner.look(at: frame, region: part, interval: scanInterval)
            }
        guard let scan = seen.scan else { return pass(frame.header, outcome: .skipped(.interval)) }
        imageSize = size
        if let meter = FaceAppearanceMeter(image) {
            for index in seen.faces.indices {
                seen.faces[index].appearance = meter.appearance(of: seen.faces[index].bounds)
            }
        }
        let motion = cameraMotion.motion(
            of: image, frame: frame.id.number, isNeeded: tracker.followsFaces && !seen.isCut)
        var faces = tracker.update(
            with: seen.faces, at: sample.presentationTime, imageSize: size, isCut: seen.isCut,
            cameraMotion: motion)
        quality.measure(&faces, in: image, at: sample.presentationTime)
        return observation(
            of: frame.header, outcome: .analysed, scan: scan, isCut: seen.isCut, faces: faces)
    }

    /// Looks at a frame as it is displayed, mirrored, so that its faces are those of any other file that displays
    /// the same: networks see a face and its mirror image a little differently.
    private mutating func lookInMirror(
        _ frame: CapturedFrame, _ image: PixelBuffer, _ region: Rect?, interval: Int
    ) throws(FacecapError) -> FaceScanner.Result {
        let exchange = CoordinateTransform.scale(x: -1, y: 1, thenShiftX: Double(image.width))
        let sample = frame.sampleBuffer
        let orientation = VideoOrientation.mirrored.followed(by: sample.orientation)
        let mirrored = sample.replacingPixelBuffer(with: image)
            .replacingOrientation(with: orientation)
        var seen = try scanner.look(
            at: frame.replacingSampleBuffer(with: mirrored), region: region.map(exchange.apply),
            interval: interval)
        seen.faces = seen.faces.map(exchange.apply)
        return seen
    }

    /// Carries the faces on to a frame whose frame is not looked at.
    mutating func pass(_ frame: CapturedFrame.Header, outcome: FrameLedger.Outcome)
        -> FaceObservation
    {
        let faces = tracker.advance(to: frame.presentationTime)
        return observation(of: frame, outcome: outcome, faces: faces)
    }

    /// Forgets every face, as after an interruption; their ids are not given again.
    mutating func reset() {
        scanner.reset()
        cameraMotion.reset()
        tracker.reset()
    }

    private func observation(
        of frame: CapturedFrame.Header, outcome: FrameLedger.Outcome,
        scan: FaceObservation.Scan? = nil, isCut: Bool = false,
        faces: [MetadataFaceObject]
    ) -> FaceObservation {
        let normalized = imageSize.map { size in
            let transform = CoordinateTransform.normalizedFromPixels(of: size)
            return faces.map { transform.apply($0).withAnglesOfMovies }
        }
        var (found, lost, renamed): ([Int], [Int], [FaceRename]) = ([], [], [])
        for event in tracker.events {
            switch event {
            case .found(let id): found.append(id)
            case .lost(let id): lost.append(id)
            case .renamed(let from, let to): renamed.append(FaceRename(from: from, to: to))
            }
        }
        var result = FaceObservation(
            frame: frame.id, presentationTime: frame.presentationTime,
            captureNanoseconds: frame.captureNanoseconds, orientation: frame.orientation,
            outcome: outcome, scan: scan, isCut: isCut, faces: normalized ?? [],
            foundFaceIDs: found, lostFaceIDs: lost)
        result.renamedFaceIDs = renamed
        result.hiddenFaceIDs = tracker.hiddenFaceIDs
        return result
    }
}

extension MetadataFaceObject {
    /// The face with angles that the 32-bit floats of a movie hold exactly, so that a stream and a movie
    /// say the same: multiples of 1/16384 degree.
    fileprivate var withAnglesOfMovies: MetadataFaceObject {
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
