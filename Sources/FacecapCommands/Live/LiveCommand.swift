import Facecap

/// `facecap live`
enum LiveCommand {
    /// What the user's words mean for a run.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> LiveSettings {
        var settings = LiveSettings()
        settings.depth = invocation[LiveOptions.depth]
        try settings.readSources(invocation)
        settings.readDetection(invocation)
        settings.writesJSON = invocation[LiveOptions.json]
        settings.analysisInterval = invocation[LiveOptions.detectEvery]
        settings.preview = invocation[LiveOptions.preview]
        settings.isMirrored = invocation[LiveOptions.mirror]
        settings.screen = invocation[LiveOptions.screen]
        settings.gravity = invocation[LiveOptions.gravity]
        settings.includesTruth = invocation[LiveOptions.truth]
        settings.includesClock = !invocation[LiveOptions.noClock]
        settings.showsStatistics = invocation[LiveOptions.stats]
        return settings
    }

    /// Where `--serve` wants pictures and faces shown.
    static func serving(_ invocation: Invocation) throws(FacecapError) -> ServeWish? {
        let token = invocation[LiveOptions.serveToken]
        guard let address = invocation[LiveOptions.serve] else {
            guard token == nil else {
                throw FacecapError(
                    .invalidArgument,
                    "--serve-token is of no use without --serve; add --serve :8080.")
            }
            return nil
        }
        return ServeWish(address: address, token: token)
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
