// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a presenter needs to know of one camera of the run beside its frames.
struct RunScene: Sendable {
    /// The camera's place among the others.
    let index: Int
    /// What the stream says of itself where there is no other camera.
    let header: StreamHeader
    /// By which the frames come.
    let connection: CaptureConnection
    let clock: StreamClock
    /// Known truth, for the synthetic camera.
    let truth: SyntheticCamera.Scene?
    /// Whether faces are written with their five points.
    let includesLandmarks: Bool
    let includesMesh: Bool
    /// Frames to expect; `nil` when unknown.
    let estimatedFrameCount: Int?

    /// The camera as the stream describes it; of several, it has a name.
    var camera: StreamCamera { header.cameras[0] }

    /// A message with the name of the camera where it has one.
    func named(_ message: String) -> String {
        camera.name.map { "\($0): \(message)" } ?? message
    }

    /// What files with the faces of the camera say of it.
    var exportInfo: FaceExportFormat.Info {
        var info = FaceExportFormat.Info(
            version: header.version, sourceKind: camera.sourceKind, sourceName: camera.sourceName,
            videoSize: camera.videoSize)
        info.frameRate = camera.frameRate
        info.pixelAspectRatio = camera.pixelAspectRatio
        info.isMirrored = header.isMirrored
        info.includesLandmarks = includesLandmarks
        info.includesMesh = includesMesh
        info.detector = header.detector
        return info
    }

    /// What the camera's frames are like.
    var images: ImageDescription {
        ImageDescription(
            displayedSize: camera.videoSize, frameRate: camera.frameRate,
            orientation: connection.displayedOrientation)
    }

    /// From the normalized stored frame to the space of the output.
    func transform(of observation: FaceObservation) -> CoordinateTransform {
        CoordinateTransform.displayedFromStored(orientation: observation.orientation)
            .then(header.space.fromDisplayed(videoSize: camera.squareSize))
    }

    /// What was drawn in the frame, in the normalized stored frame.
    func truth(of observation: FaceObservation) -> [StreamTruth]? {
        guard let truth else { return nil }
        let size = Size(
            width: Double(truth.configuration.width), height: Double(truth.configuration.height))
        let normalized = CoordinateTransform.normalizedFromPixels(of: size)
            .then(observation.zoom.zoomedFromWhole)
        return truth.truth(ofFrame: truth.frameIndex(at: observation.presentationTime)).compactMap {
            face in
            let shown = normalized.apply(
                DetectedFace(
                    bounds: face.bounds, confidence: 1, landmarks: face.landmarks,
                    rollAngle: face.rollAngle, yawAngle: face.yawAngle,
                    pitchAngle: face.pitchAngle))
            let isZoomed = !observation.zoom.isNone
            let inFrame =
                isZoomed
                ? shown.bounds.intersection(.unit).area / shown.bounds.area : face.inFrame
            guard !isZoomed || inFrame > 0 else { return nil }
            return StreamTruth(
                identity: face.faceIdentity, face: shown, inFrame: inFrame, occluded: face.occluded)
        }
    }
}

extension RunScene {
    /// What is known of a camera that `settings` ask for, once its source is open.
    init(
        _ settings: RunSettings, index: Int, clock: StreamClock, connection: CaptureConnection,
        detector: DetectorDescription
    ) {
        let (source, input) = (settings.source.sources[index], connection.input)
        var camera = StreamCamera(
            name: settings.source.name(ofSource: index), sourceKind: input.device.kind.rawValue,
            sourceName: input.device.recordName,
            videoSize: connection.displayedSize ?? Size(width: 0, height: 0),
            frameRate: input.videoFormat?.frameRate)
        camera.pixelAspectRatio = connection.displayedPixelAspectRatio?.value ?? 1
        self.index = index
        self.clock = clock
        self.connection = connection
        var header = StreamHeader(
            version: facecapVersion, cameras: [camera], detector: detector.names,
            space: settings.display.screen.map { .screen($0, settings.display.gravity) }
                ?? .displayed,
            isMirrored: settings.display.orientation.isMirrored)
        header.isolation = input.isolation
        self.header = header
        let drawn = settings.stream.includesTruth ? source.specifier.drawnScene(of: input) : nil
        truth = drawn.flatMap { try? SyntheticCamera.Scene($0) }
        includesLandmarks = settings.stream.includesLandmarks
        includesMesh = settings.stream.includesMesh
        estimatedFrameCount = input.estimatedFrameCount
    }
}

extension [RunScene] {
    /// What the stream of all of these cameras, at least one, says of itself.
    var header: StreamHeader {
        var header = self[0].header
        header.cameras = map(\.camera)
        header.isolation = compactMap(\.header.isolation).min()
        return header
    }
}
