import Facecap

/// What a user asked `photo --annotate` for.
struct PhotoAnnotationSettings: Sendable {
    /// The picture to look at.
    let input: String
    /// Where it is written; the same path changes the picture itself.
    let output: String
    let detector: DetectorSelection
    let writesJSON: Bool
    let includesLandmarks: Bool
    let isQuiet: Bool
    /// Whether regions that are there already, and another file at ``output``, are replaced.
    let overwrites: Bool

    /// What the user's words mean.
    init(input: String, _ invocation: Invocation) throws(FacecapError) {
        let ofPhotos: [(option: String, isGiven: Bool)] = [
            ("count", invocation[PhotoOptions.count] != nil),
            ("interval", invocation[PhotoOptions.interval] != nil),
            ("on-face", invocation[PhotoOptions.onFace]),
            ("best", invocation[PhotoOptions.best]),
            ("delay", invocation[PhotoOptions.delay] != nil),
            ("live-photo", invocation[PhotoOptions.livePhoto]),
            ("redact", invocation[PhotoOptions.redact] != nil),
        ]
        for case (let option, true) in ofPhotos {
            throw FacecapError(
                .invalidArgument,
                "--annotate leaves a picture as it is and takes no photo; leave --\(option) out.")
        }
        self.input = input
        output = invocation[PhotoOptions.output] ?? input
        detector = LiveCommand.detectorSelection(invocation)
        writesJSON = invocation[PhotoOptions.json]
        includesLandmarks = invocation[LiveOptions.landmarks]
        isQuiet = invocation[LiveOptions.quiet]
        overwrites = invocation[PhotoOptions.force]
    }
}
