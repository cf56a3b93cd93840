// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// One run of `photo --annotate`: the faces of each image are found and added to its file.
struct AnnotationRun {
    let settings: PhotoAnnotationSettings
    let context: CommandContext

    func run() throws(FacecapError) -> ExitCode {
        let detector = try settings.detector.makeDetector(context.messages)
        var result = ExitCode.success
        for item in settings.items {
            do throws(FacecapError) {
                try annotate(item, with: detector)
            } catch {
                guard settings.items.count > 1 else { throw error }
                context.messages.say(error.ofCommand.message)
                if result == .success { result = ExitCode(error.code) }
            }
        }
        return result
    }

    private func annotate(
        _ item: PhotoAnnotationSettings.Item, with detector: any FaceDetector
    ) throws(FacecapError) {
        guard !Files.isFolder(item.input) else {
            throw FacecapError(
                .mediaUnreadable,
                "\(item.input) is a folder; name its photos: \(item.input.shellWord)/*.jpg.")
        }
        let changesInPlace = item.output == item.input
        if !changesInPlace {
            try AtomicFile.check(item.output, overwriting: settings.overwrites)
        }
        let file = try PhotoFile(
            path: item.input, metadata: settings.isolation.photoMetadata)
        if !changesInPlace, let named = PhotoFile.FileType(path: item.output),
            named != file.fileType
        {
            throw FacecapError(
                .invalidArgument,
                "\(item.output): the copy of \(item.input) is \(file.fileType.rawValue.uppercased()), as that"
                    + " is; end the name in \(file.fileType.usualEnding).")
        }
        let decoded = try firstFrame(of: item.input)
        // A HEIC is decoded as it is displayed.
        let image =
            file.fileType == .heic ? decoded : try file.orientation.applied(to: decoded)
        let stored =
            file.storedSize.map { (Int($0.width), Int($0.height)) }
            ?? (decoded.width, decoded.height)
        let displayed = try file.displayedFromStored
        let seen = try faces(in: image, with: detector)
        for name in settings.names where !seen.contains(where: { $0.faceID == name.faceID }) {
            throw FacecapError(
                .invalidArgument,
                "\(item.input) has no face \(name.faceID), only \(seen.count); see --json without --name."
            )
        }
        let old = settings.overwrites ? try file.regions.filter(\.isFace) : []
        let regions = seen.map(displayed.inverse.apply).map {
            CapturePhoto.FaceRegion($0).named(by: settings.names, orAsIn: old)
        }
        let bytes: [UInt8]
        do throws(FacecapError) {
            bytes = try file.annotated(
                with: regions, width: stored.0, height: stored.1,
                replacingRegions: settings.overwrites)
        } catch {
            guard error.code == .invalidState else { throw error }
            throw FacecapError(
                .outputFailed,
                "\(item.input) already has face regions; use --force to replace them.")
        }
        try AtomicFile.write(
            bytes, to: item.output, overwriting: changesInPlace || settings.overwrites)
        try report(seen, (image.width, image.height), item)
    }

    private func firstFrame(of path: String) throws(FacecapError) -> PixelBuffer {
        let source = try FileSource.open(path, isolation: settings.isolation)
        var frame: PixelBuffer?
        while let event = try source.nextEvent() {
            switch event {
            case .video(let sample): frame = frame ?? sample.pixelBuffer
            case .warning(let damage) where damage.code == .mediaDamaged: throw damage
            default: break
            }
        }
        guard let frame else {
            throw FacecapError(
                .mediaUnreadable, "\(path) has no frame; name a JPEG, PNG or HEIC file.")
        }
        return frame
    }

    /// The faces in the normalized frame, which stands upright, in descending order of confidence.
    private func faces(
        in image: PixelBuffer, with detector: any FaceDetector
    ) throws(FacecapError) -> [MetadataFaceObject] {
        let size = Size(width: Double(image.width), height: Double(image.height))
        let found = try detector.detectFacesOfAllTurns(
            in: image, orientation: .upright, region: nil, isThorough: true
        ).faces
        let normalized = CoordinateTransform.normalizedFromPixels(of: size)
        return found.enumerated().map { index, detection in
            let face = normalized.apply(detection)
            var result = MetadataFaceObject(
                faceID: index + 1, bounds: face.bounds, rollAngle: face.rollAngle,
                yawAngle: face.yawAngle, pitchAngle: face.pitchAngle,
                confidence: face.confidence, landmarks: face.landmarks)
            result.rollSigma = face.rollSigma
            result.yawSigma = face.yawSigma
            result.pitchSigma = face.pitchSigma
            result.mesh = face.mesh
            return result
        }
    }

    private func report(
        _ faces: [MetadataFaceObject], _ size: (width: Int, height: Int),
        _ item: PhotoAnnotationSettings.Item
    ) throws(FacecapError) {
        let count = faces.count.counted("face")
        context.messages.remark("saved \(item.output): \(count)")
        guard settings.writesJSON else { return }
        try context.output.write(
            PhotoRecord.line(
                path: item.output, width: size.width, height: size.height, faces: faces,
                includesLandmarks: settings.includesLandmarks,
                includesMesh: settings.detector.keepsMeshPoints))
    }
}
