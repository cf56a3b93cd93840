import Facecap
import Glibc

/// What a user asked `live` for.
struct LiveSettings: Sendable {
    /// At least one.
    var sources = [LiveSource(SourceSpecifier.automatic)]
    /// The device node of the depth camera that sees what the only source sees.
    var depth: String?
    /// What cameras are asked for.
    var images = ImageRequest()
    /// `nil` leaves the size to the sources.
    var preset: CaptureSession.Preset?
    /// Whether cameras give the largest frames they have, where nothing else says how large.
    var takesLargestImages = false
    var writesJSON = false
    var duration: Duration?
    var detector = DetectorSelection()
    var analysisInterval = 1
    var scanInterval = ScanInterval.automatic
    var limits = CaptureMetadataOutput.Limits()
    /// In the normalised displayed frame.
    var region = Rect.unit
    var isRealTime = false
    /// Whether a file may be a playlist that names other files.
    var allowsPlaylists = false
    /// Where the frames are shown; `nil` for nowhere.
    var preview: Preview.Kind?
    /// Whether the preview shows left and right exchanged, where positions are not.
    var isPreviewReversed = false
    var isMirrored = false
    var screen: Size?
    var gravity = VideoGravity.resizeAspect
    var includesLandmarks = false
    var includesMesh = false
    var includesTruth = false
    var smoothsFaces = true
    /// Whether it is told who is back under another id.
    var relinksFaces = false
    /// Whether a face counts as soon as it was seen once, however unsure the detector was.
    var reportsUnsureFaces = false
    var includesClock = true
    /// Where frames with their faces go beside what the run writes.
    var annotation = AnnotationSettings()
    var isQuiet = false
    var showsStatistics = false
    /// `nil` where nothing is served.
    var serving: ServeRequest?

    /// The preset of the largest images, where they are asked for and all sources have a choice of sizes.
    var presetOfPhotos: CaptureSession.Preset? {
        let haveChoice = sources.allSatisfy { source in
            switch source.specifier {
            case .automatic, .camera, .synthetic: true
            case .file, .screen: false
            }
        }
        return takesLargestImages && haveChoice ? .photo : nil
    }

    /// What a source is called among several, or where the user gave it a name.
    func name(ofSource index: Int) -> String? {
        sources[index].name ?? (sources.count > 1 ? "\(index)" : nil)
    }

    /// Whether a source is the standard input.
    var readsStandardInput: Bool { sources.contains { $0.specifier == .file("-") } }

    /// Whether standard input is free for lines: neither a source, nor the keyboard of a preview.
    var leavesStandardInput: Bool {
        !readsStandardInput && (preview != .terminal || isatty(STDIN_FILENO) != 1)
    }

    /// Throws what keeps the sources from being told apart, or read at once.
    func checkSources() throws(FacecapError) {
        var names: Set<String> = []
        for name in sources.indices.compactMap({ name(ofSource: $0) })
        where !names.insert(name).inserted {
            throw FacecapError(
                .invalidArgument, "Two sources are called \(name); give each a name of its own.")
        }
        guard sources.count(where: { $0.specifier == .file("-") }) < 2 else {
            throw FacecapError(
                .invalidArgument, "Standard input can be one source only; give - once.")
        }
        guard depth == nil || sources.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--depth sees what one source sees; give one --source with it.")
        }
    }

    /// Has faces reported as those need them who hide them: unsure ones too, and none smoothed, as what is
    /// smooth lags behind the face.
    mutating func reportFacesToHide() {
        reportsUnsureFaces = true
        smoothsFaces = false
    }

    /// What the lines of JSON hold.
    var streamOptions: FaceStreamEncoder.Options {
        var options = FaceStreamEncoder.Options()
        options.includesClock = includesClock
        options.includesLandmarks = includesLandmarks
        options.includesMesh = includesMesh
        return options
    }
}
