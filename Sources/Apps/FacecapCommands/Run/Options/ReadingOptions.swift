import Facecap

/// What part of frames is looked at, and how a file is read.
struct ReadingOptions: OptionGroup {
    @Option var region: Rect?
    @Option var isRealTime: Bool
    @Option var allowsPlaylists: Bool

    init(_ options: inout OptionReader) {
        _region = options.read(SharedOptions.region)
        _isRealTime = options.read(
            .flag("realtime", "Read a file at its own pace and skip late frames, as with a camera.")
        )
        _allowsPlaylists = options.read(SharedOptions.allowPlaylist)
    }

    /// Settings of a source that is read so.
    func applied(to settings: SourceSettings, for duration: Duration?) -> SourceSettings {
        var settings = settings
        settings.duration = duration
        settings.isRealTime = isRealTime
        settings.allowsPlaylists = allowsPlaylists
        return settings
    }
}
