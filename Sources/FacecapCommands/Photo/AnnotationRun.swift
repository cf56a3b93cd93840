import Facecap
import Glibc
import SystemSupport

/// One run of `photo --annotate`: the faces of a picture are found and added to its file.
struct AnnotationRun {
    let settings: PhotoAnnotationSettings
    let context: CommandContext

    func run() throws(FacecapError) -> ExitCode {
        let changesInPlace = settings.output == settings.input
        if !changesInPlace {
            try RecordRun.check(settings.output) { () throws(FacecapError) in
                try AtomicFile.check(settings.output, overwriting: settings.overwrites)
            }
        }
        let file = try PhotoFile(path: settings.input)
        let picture = try firstPicture()
        let turn = PictureTurn(
            orientation: try file.orientation, isMirrored: try file.isMirrored)
        let displayed = CoordinateTransform.displayedFromStored(
            orientation: turn.orientation, isMirrored: turn.isMirrored)
        let seen = try faces(in: turn.applied(to: picture))
        let faces = seen.map(displayed.inverse.apply)
        let bytes: [UInt8]
        do throws(FacecapError) {
            bytes = try file.annotated(
                with: faces.map(FaceRegion.init), width: picture.width, height: picture.height,
                replacingRegions: settings.overwrites)
        } catch {
            guard error.code == .invalidState else { throw error }
            throw FacecapError(
                .outputFailed,
                "\(settings.input) has regions already; use --force to replace them.")
        }
        try AtomicFile.write(
            bytes, to: settings.output, overwriting: changesInPlace || settings.overwrites)
        try report(seen, turn.size(width: picture.width, height: picture.height))
        return .success
    }

    private func firstPicture() throws(FacecapError) -> PixelBuffer {
        let source = try MediaFileSource(settings.input)
        while let event = try source.nextEvent() {
            if case .video(let sample) = event { return sample.pixelBuffer }
        }
        throw FacecapError(
            .mediaUnreadable, "\(settings.input) has no picture; name a JPEG or PNG file.")
    }

    /// The faces in the normalised picture, which stands upright, in descending order of confidence.
    private func faces(in picture: PixelBuffer) throws(FacecapError) -> [FaceObject] {
        let size = Size(width: Double(picture.width), height: Double(picture.height))
        let detector = try settings.detector.makeDetector(forStillPicture: true)
        if !settings.isQuiet,
            let note = settings.detector.note(onChoiceOf: detector.description.name)
        {
            context.messages.say(note)
        }
        let found = try detector.detectFaces(
            in: picture, orientation: .upright, region: nil, hints: [])
        let normalized = CoordinateTransform.normalizedFromPixels(of: size)
        return found.enumerated().map { index, detection in
            let face = normalized.apply(detection)
            return FaceObject(
                faceID: index + 1, bounds: face.bounds, rollAngle: face.rollAngle,
                yawAngle: face.yawAngle, pitchAngle: face.pitchAngle,
                confidence: face.confidence, landmarks: face.landmarks)
        }
    }

    private func report(
        _ faces: [FaceObject], _ size: (width: Int, height: Int)
    ) throws(FacecapError) {
        if !settings.isQuiet {
            let count = faces.count == 1 ? "1 face" : "\(faces.count) faces"
            context.messages.say("saved \(settings.output): \(count)")
        }
        guard settings.writesJSON else { return }
        try context.output.write(
            PhotoRecord.line(
                path: settings.output, width: size.width, height: size.height, faces: faces,
                includesLandmarks: settings.includesLandmarks))
    }
}
