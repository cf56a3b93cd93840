import Facecap

/// What a user asked `live` for.
struct LiveSettings: Sendable {
    var source = SourceSpecifier.automatic
    var writesJSON = false
    var duration: Duration?
    var detector = DetectorSelection()
    var analysisInterval = 1
    /// In the normalised displayed picture.
    var region = Rect.unit
    var isRealTime = false
    var isMirrored = false
    var screen: Size?
    var gravity = VideoGravity.resizeAspect
    var includesLandmarks = false
    var includesTruth = false
    var smoothsFaces = true
    var includesClock = true
    var isQuiet = false
    var showsStatistics = false

    /// What the lines of JSON hold.
    var streamOptions: FaceStreamEncoder.Options {
        var options = FaceStreamEncoder.Options()
        options.includesClock = includesClock
        options.includesLandmarks = includesLandmarks
        return options
    }
}
