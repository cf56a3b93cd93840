import Facecap

/// `facecap photo`
enum PhotoCommand {
    /// One photo of the next frame into a file whose ending says its kind.
    static func photo(path: String) -> CapturePhotoSettings {
        var photo = CapturePhotoSettings(path: path)
        if PhotoFile.FileType(path: path) == .png { photo.codec = .png }
        photo.software = FacecapProgram.nameAndVersion
        return photo
    }

    /// What the user's words mean for photos of a source.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> PhotoRunSettings {
        let path = try path(invocation)
        guard let type = PhotoFile.FileType(path: path) else {
            throw FacecapError(
                .invalidArgument,
                "\(path): photos are JPEG or PNG; end the name in .jpg or .png.")
        }
        var settings = PhotoRunSettings()
        try settings.live.readSources(invocation)
        settings.live.readDetection(invocation)
        settings.live.isMirrored = invocation[LiveOptions.mirror]
        settings.live.writesJSON = invocation[PhotoOptions.json]
        settings.live.takesLargestImages = settings.live.images.size == nil
        settings.photo = photo(path: path)
        let quality = invocation[PhotoOptions.quality]
        if type == .jpeg { settings.photo.codec = .jpeg(quality: quality / 100) }
        settings.photo.overwritesExistingFiles = invocation[PhotoOptions.force]
        settings.photo.waitsForFaces = invocation[PhotoOptions.onFace]
        settings.photo.moment = try moment(invocation)
        settings.photo.delay = MediaTime(invocation[PhotoOptions.delay] ?? .zero)
        try hide(invocation, in: &settings)
        settings.photo.interval = MediaTime(invocation[PhotoOptions.interval] ?? .zero)
        // A time lapse goes on until it is stopped.
        settings.photo.count =
            invocation[PhotoOptions.count] ?? (invocation[PhotoOptions.interval] == nil ? 1 : nil)
        if invocation[PhotoOptions.livePhoto] { try addMovie(to: &settings) }
        return settings
    }

    /// The one file that was named.
    private static func path(_ invocation: Invocation) throws(FacecapError) -> String {
        let paths = invocation[PhotoOptions.files]
        guard invocation[PhotoOptions.output] == nil else {
            throw FacecapError(
                .invalidArgument,
                "--output is where --annotate writes a copy; name the photo without it.")
        }
        guard let path = paths.first else {
            throw FacecapError(
                .invalidArgument, "Say where the photo is to be written, such as photo.jpg.")
        }
        guard paths.count == 1 else {
            throw FacecapError(
                .invalidArgument,
                "Photos are written to one name, not also to \(paths[1]); for several give --count, or"
                    + " --annotate to add faces to photos that are there.")
        }
        return path
    }

    private static func hide(
        _ invocation: Invocation, in settings: inout PhotoRunSettings
    ) throws(FacecapError) {
        guard let method = invocation[PhotoOptions.redact] else { return }
        guard invocation[LiveOptions.region] == nil else {
            throw FacecapError(
                .invalidArgument,
                "--region would leave faces elsewhere uncovered; leave it out, or leave out --redact."
            )
        }
        settings.redaction = RedactionSettings(method: method.method)
        settings.live.reportFacesToHide()
    }

    private static func moment(
        _ invocation: Invocation
    ) throws(FacecapError) -> CapturePhotoSettings.Moment {
        let window = invocation[PhotoOptions.window]
        guard invocation[PhotoOptions.best] else {
            guard window == nil else {
                throw FacecapError(
                    .invalidArgument,
                    "--window is the time in which the best frame is sought; give --best too.")
            }
            return .next
        }
        return .best(within: MediaTime(window ?? .seconds(2)))
    }

    private static func addMovie(to settings: inout PhotoRunSettings) throws(FacecapError) {
        guard !settings.live.isMirrored else {
            throw FacecapError(
                .invalidArgument,
                "The movie of --live-photo cannot be mirrored; leave out --mirror or --live-photo.")
        }
        guard settings.photo.count == 1, settings.live.sources.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--live-photo makes one photo of one source; ask for one.")
        }
        settings.photo.contentIdentifier = LivePhotoIdentifier.make()
        settings.movieMargin = MediaTime(value: 3, timescale: 2)
    }
}
