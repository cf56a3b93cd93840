import Facecap

/// `facecap live`
enum LiveCommand {
    /// What the user's words mean for a run.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> LiveSettings {
        var settings = try LiveSettings(invocation)
        settings.writesJSON = invocation[LiveOptions.json]
        settings.isMirrored = invocation[LiveOptions.mirror]
        settings.screen = invocation[LiveOptions.screen]
        settings.includesTruth = invocation[LiveOptions.truth]
        return settings
    }

    /// Where `--serve` wants frames and faces shown.
    static func serving(_ invocation: Invocation) throws(FacecapError) -> ServeRequest? {
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
        return ServeRequest(
            address: address, token: try ServeToken.chosen(argument: token, file: file))
    }

    /// Which detector the user's words name.
    static func detectorSelection(_ invocation: Invocation) -> DetectorSelection {
        DetectorSelection(
            name: invocation[LiveOptions.detector], modelName: invocation[LiveOptions.model],
            modelFolder: invocation[LiveOptions.modelFolder],
            inputSize: invocation[LiveOptions.inputSize],
            smallestFace: invocation[LiveOptions.smallestFace],
            scoreThreshold: invocation[LiveOptions.score],
            threads: invocation[LiveOptions.threads], mesh: invocation[LiveOptions.mesh])
    }
}
