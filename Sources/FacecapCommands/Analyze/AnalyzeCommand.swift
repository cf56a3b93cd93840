import Facecap

/// `facecap analyze`
enum AnalyzeCommand {
    /// What the user's words mean.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> AnalyzeSettings {
        var settings = AnalyzeSettings()
        settings.live = try LiveCommand.settings(invocation)
        settings.input = invocation[AnalyzeOptions.input] ?? ""
        settings.live.sources = [LiveSource(.file(settings.input))]
        settings.output = invocation[AnalyzeOptions.output]
        settings.sidecars = RecordCommand.sidecars(invocation)
        settings.faces = FaceTrackFormat(
            keys: invocation[RecordOptions.faceKeys],
            includesLandmarks: settings.live.includesLandmarks)
        settings.overwrites = invocation[RecordOptions.force]
        guard settings.output != nil || !settings.sidecars.isEmpty else {
            throw FacecapError(
                .invalidArgument,
                "There is nothing to write; give --output for a movie or --sidecar for tables.")
        }
        return settings
    }
}
