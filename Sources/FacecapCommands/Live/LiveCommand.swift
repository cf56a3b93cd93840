import Facecap

/// `facecap live`
enum LiveCommand {
    /// What the user's words mean for a run.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> LiveSettings {
        var settings = LiveSettings()
        settings.sources = try sources(invocation)
        settings.depth = invocation[LiveOptions.depth]
        try settings.checkSources()
        settings.pictures = try CameraOptions.request(invocation)
        settings.preset = invocation[CameraOptions.preset]?.preset
        settings.writesJSON = invocation[LiveOptions.json]
        settings.duration = invocation[LiveOptions.duration]
        settings.detector = detectorSelection(invocation)
        settings.analysisInterval = invocation[LiveOptions.detectEvery]
        settings.region = invocation[LiveOptions.region] ?? .unit
        settings.isRealTime = invocation[LiveOptions.realtime]
        settings.allowsPlaylists = invocation[LiveOptions.allowPlaylist]
        settings.preview = invocation[LiveOptions.preview]
        settings.isMirrored = invocation[LiveOptions.mirror]
        settings.screen = invocation[LiveOptions.screen]
        settings.gravity = invocation[LiveOptions.gravity]
        settings.includesLandmarks = invocation[LiveOptions.landmarks]
        settings.includesTruth = invocation[LiveOptions.truth]
        settings.smoothsFaces = !invocation[LiveOptions.noSmoothing]
        settings.includesClock = !invocation[LiveOptions.noClock]
        settings.isQuiet = invocation[LiveOptions.quiet]
        settings.showsStatistics = invocation[LiveOptions.stats]
        return settings
    }

    /// Where `--serve` wants pictures and faces shown.
    static func serving(_ invocation: Invocation) throws(FacecapError) -> ServeWish? {
        let (token, file) = (
            invocation[LiveOptions.serveToken], invocation[LiveOptions.serveTokenFile]
        )
        guard let address = invocation[LiveOptions.serve] else {
            guard token == nil, file == nil else {
                throw FacecapError(
                    .invalidArgument,
                    "--serve-token\(file == nil ? "" : "-file") is of no use without --serve; add"
                        + " --serve :8080.")
            }
            return nil
        }
        return ServeWish(
            address: address, token: try ServeToken.chosen(argument: token, file: file))
    }

    /// What each `--source` names.
    private static func sources(_ invocation: Invocation) throws(FacecapError) -> [LiveSource] {
        var sources: [LiveSource] = []
        for argument in invocation[LiveOptions.source] { sources.append(try LiveSource(argument)) }
        return sources
    }

    /// Which detector the user's words name.
    static func detectorSelection(_ invocation: Invocation) -> DetectorSelection {
        DetectorSelection(
            name: invocation[LiveOptions.detector], modelName: invocation[LiveOptions.model],
            modelFolder: invocation[LiveOptions.modelFolder],
            inputSize: invocation[LiveOptions.inputSize],
            scoreThreshold: invocation[LiveOptions.score],
            threads: invocation[LiveOptions.threads])
    }
}
