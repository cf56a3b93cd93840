import Facecap

/// What a presenter needs to know of the run beside the frames.
struct LiveScene: Sendable {
    let header: StreamHeader
    let clock: StreamClock
    /// Known truth, for the synthetic camera.
    let truth: SyntheticScene?
    /// Whether faces are written with their five points.
    let includesLandmarks: Bool
    /// Frames to expect; `nil` when unknown.
    let estimatedFrameCount: Int?

    /// What files with the faces of the run say of it.
    var exportInfo: FaceExportInfo {
        var info = FaceExportInfo(
            version: header.version, sourceKind: header.sourceKind, sourceName: header.sourceName,
            videoSize: header.videoSize)
        info.frameRate = header.frameRate
        info.isMirrored = header.isMirrored
        info.includesLandmarks = includesLandmarks
        info.detectorName = header.detectorName
        info.modelName = header.modelName
        info.modelSHA256 = header.modelSHA256
        return info
    }

    /// From the normalised stored picture to the space of the output.
    func transform(
        of observation: FaceObservation, on connection: CaptureConnection
    ) -> CoordinateTransform {
        connection.displayedFromStored(orientation: observation.orientation)
            .then(header.space.fromDisplayed(videoSize: header.videoSize))
    }

    /// What was drawn in the frame, in the normalised stored picture.
    func truth(of observation: FaceObservation) -> [StreamTruth]? {
        guard let truth else { return nil }
        let size = Size(
            width: Double(truth.configuration.width), height: Double(truth.configuration.height))
        let normalized = CoordinateTransform.normalizedFromPixels(of: size)
        return truth.truth(ofFrame: truth.frameIndex(at: observation.presentationTime)).map {
            face in
            StreamTruth(
                identity: face.faceIdentity,
                face: normalized.apply(
                    DetectedFace(
                        bounds: face.bounds, confidence: 1, landmarks: face.landmarks,
                        rollAngle: face.rollAngle, yawAngle: face.yawAngle,
                        pitchAngle: face.pitchAngle)),
                inFrame: face.inFrame, occluded: face.occluded)
        }
    }
}

extension LiveScene {
    /// What is known of the run that `settings` ask for, once the source is open.
    init(
        _ settings: LiveSettings, _ input: DeviceInput, _ connection: CaptureConnection,
        _ format: VideoFormat, _ detector: DetectorDescription
    ) {
        header = StreamHeader(
            version: FacecapProgram.version, sourceKind: input.device.kind.rawValue,
            sourceName: input.device.uniqueID,
            videoSize: connection.displayedSize ?? Size(width: 0, height: 0),
            frameRate: format.frameRate, detectorName: detector.name,
            modelName: detector.modelName, modelSHA256: detector.modelSHA256,
            space: settings.screen.map { .screen($0, settings.gravity) } ?? .displayed,
            isMirrored: settings.isMirrored)
        clock = StreamClock(
            monotonicNanoseconds: MonotonicClock.nowNanoseconds,
            utcNanoseconds: MonotonicClock.utcNanoseconds)
        if settings.includesTruth, case .synthetic(let configuration) = settings.source {
            truth = try? SyntheticScene(configuration)
        } else {
            truth = nil
        }
        includesLandmarks = settings.includesLandmarks
        estimatedFrameCount = input.estimatedFrameCount
    }
}
