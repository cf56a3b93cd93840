import Facecap

/// `facecap redact`
enum RedactCommand {
    /// What the user's words mean.
    static func settings(_ invocation: Invocation) throws(FacecapError) -> RedactSettings {
        try MovieName.check(invocation[RedactOptions.output] ?? "")
        var settings = RedactSettings()
        settings.input = invocation[RedactOptions.input] ?? ""
        settings.live.sources = [LiveSource(.file(settings.input))]
        settings.live.detector = LiveCommand.detectorSelection(invocation)
        settings.live.isQuiet = invocation[Command.quiet]
        settings.live.allowsPlaylists = invocation[LiveOptions.allowPlaylist]
        settings.live.reportFacesToHide()
        settings.redaction = redaction(invocation)
        settings.audio = invocation[RedactOptions.audio]
        settings.bleeps = invocation[RedactOptions.bleeps]
        if !settings.bleeps.isEmpty { settings.audio = .bleep }
        settings.detects = invocation[RedactOptions.detect]
        settings.keepsFaces = !invocation[RedactOptions.noFaces]
        settings.recording = CaptureMovieFileOutput.Settings(
            path: invocation[RedactOptions.output] ?? "")
        settings.recording.video = .encoded(RecordCommand.video(invocation))
        settings.recording.metadata = [RecordCommand.software]
        settings.recording.overwritesExistingFiles = invocation[RecordOptions.force]
        return settings
    }

    private static func redaction(_ invocation: Invocation) -> RedactionSettings {
        var redaction = RedactionSettings(method: invocation[RedactOptions.method].method)
        if let margin = invocation[RedactOptions.margin] { redaction.margin = margin }
        redaction.hold = MediaTime(invocation[RedactOptions.hold])
        redaction.lossCover = invocation[RedactOptions.lossCover]
        return redaction
    }
}
