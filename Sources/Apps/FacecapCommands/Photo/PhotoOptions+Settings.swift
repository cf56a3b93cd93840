// SPDX-License-Identifier: Apache-2.0
import Facecap

extension PhotoOptions {
    /// What the user's words mean for photos of a source; throws where they contradict each other.
    func settings() throws(FacecapError) -> PhotoRunSettings {
        let path = try path()
        let type = try PhotoFile.FileType(ofPhoto: path)
        var settings = PhotoRunSettings()
        settings.run = try runSettings()
        settings.photo = .oneFrame(path: path)
        switch type {
        case .jpeg: settings.photo.codec = .jpeg(quality: shot.quality / 100)
        case .heic: settings.photo.codec = .heic(quality: shot.quality / 100)
        case .png where givenNames.contains("quality"):
            throw FacecapError(
                .invalidArgument,
                "\(path): a PNG keeps every pixel as it is; leave --quality out, or end the name in .jpg or"
                    + " .heic.")
        case .png: break
        }
        settings.photo.overwritesExistingFiles = shot.overwrites
        settings.photo.waitsForFaces = shot.waitsForFaces
        settings.photo.moment = shot.moment
        settings.photo.delay = MediaTime(shot.delay ?? .zero)
        if let method = shot.method {
            settings.redaction = RedactionSettings(method: method.method)
            settings.run.search.reportFacesToHide()
        }
        settings.photo.interval = MediaTime(shot.interval ?? .zero)
        // A time lapse goes on until it is stopped.
        settings.photo.count = shot.count ?? (shot.interval == nil ? 1 : nil)
        settings.photo.flashMode = shot.flashMode
        settings.photo.isDepthDataDeliveryEnabled = depth != nil
        settings.photo.bracket = shot.bracket
        if shot.isLivePhoto { try addMovie(to: &settings) }
        return settings
    }

    private func runSettings() throws(FacecapError) -> RunSettings {
        var run = RunSettings()
        run.source = reading.applied(to: try source.settings(depth: depth), for: duration)
        run.source.zoomFactor = orientation.zoomFactor
        run.source.takesLargestImages = run.source.images.size == nil
        run.search = SearchSettings(detection, details)
        run.search.region = reading.region ?? .unit
        run.search.smoothsFaces = !leavesUnsmoothed
        run.stream = StreamSettings(details)
        run.stream.writesJSON = shot.writesJSON
        run.display.orientation = orientation.orientation
        return run
    }

    /// The one file that was named.
    private func path() throws(FacecapError) -> String {
        guard let path = files.first else {
            throw FacecapError(
                .invalidArgument, "Name the photo to write, such as photo.jpg.")
        }
        guard files.count == 1 else {
            throw FacecapError(
                .invalidArgument,
                "Photos are written to one name, not also to \(files[1]); for several give --count, or"
                    + " --annotate to add faces to photos that are there.")
        }
        return path
    }

    private func addMovie(to settings: inout PhotoRunSettings) throws(FacecapError) {
        guard settings.photo.count == 1, settings.run.source.sources.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--live-photo makes one photo of one source; ask for one.")
        }
        settings.photo.contentIdentifier = LivePhotoIdentifier.make()
        settings.movieMargin = MediaTime(value: 3, timescale: 2)
        settings.movieAudio = audio
    }
}

extension CapturePhotoSettings {
    /// One photo of the next frame into a file whose ending says its kind.
    static func oneFrame(path: String) -> CapturePhotoSettings {
        var photo = CapturePhotoSettings(path: path)
        photo.software = FacecapProgram.nameAndVersion
        return photo
    }
}
