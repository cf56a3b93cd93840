import Facecap

/// `facecap analyze`
enum AnalyzeCommand {
    /// What the user's words mean.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> AnalyzeSettings {
        var settings = AnalyzeSettings()
        settings.live.readDetection(invocation)
        settings.live.allowsPlaylists = invocation[LiveOptions.allowPlaylist]
        settings.live.analysisInterval = invocation[LiveOptions.detectEvery]
        settings.live.scanInterval = invocation[LiveOptions.scanEvery]
        settings.live.showsStatistics = invocation[LiveOptions.stats]
        settings.inputs = invocation[AnalyzeOptions.inputs]
        settings.outputFolder = invocation[AnalyzeOptions.outputFolder]
        settings.output = invocation[AnalyzeOptions.output]
        try MovieName.check(settings.output ?? "")
        settings.sidecars = RecordCommand.sidecars(invocation)
        settings.faces = FaceTrackFormat(
            keys: invocation[RecordOptions.faceKeys],
            includesLandmarks: settings.live.includesLandmarks,
            includesMesh: settings.live.includesMesh)
        settings.overwrites = invocation[RecordOptions.force]
        guard settings.output != nil || settings.outputFolder != nil || !settings.sidecars.isEmpty
        else {
            throw FacecapError(
                .invalidArgument,
                "There is nothing to write; give --output for a movie, --output-dir for a folder of them,"
                    + " or --sidecar for tables.")
        }
        guard settings.output == nil || settings.outputFolder == nil else {
            throw FacecapError(
                .invalidArgument,
                "--output names one file, --output-dir a folder; give one of them.")
        }
        return settings
    }
}
