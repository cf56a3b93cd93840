// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What part of frames is looked at, and how a file is read.
struct ReadingOptions: OptionGroup {
    @Option(SharedOptions.region) var region: Rect?
    @Option(
        .flag(
            "realtime",
            "Read a file at its own frame rate and skip late frames, as with a"
                + " camera."))
    var isRealTime: Bool
    @Option(SharedOptions.allowPlaylist) var allowsPlaylists: Bool
    @Option(SharedOptions.insecure) var allowsUntrustedServers: Bool
    let sandbox = SandboxOptions()

    /// Settings of a source that is read so.
    func applied(to settings: SourceSettings, for duration: Duration?) -> SourceSettings {
        var settings = settings
        settings.duration = duration
        settings.isRealTime = isRealTime
        settings.allowsPlaylists = allowsPlaylists
        settings.allowsUntrustedServers = allowsUntrustedServers
        settings.isolation = sandbox.isolation
        return settings
    }
}
