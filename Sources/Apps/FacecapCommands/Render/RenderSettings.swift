import Facecap

/// What a user asked `render` for.
struct RenderSettings: Sendable {
    /// What becomes of the sound.
    enum Sound: String, Sendable, CaseIterable {
        /// Its packets are copied.
        case keep
        /// It is encoded anew, as AAC.
        case encode
        case drop
    }

    /// The path of the movie with the face track.
    var input = ""
    /// The copy.
    var recording = RecordingSettings(path: "")
    /// How its pictures are encoded.
    var video = VideoEncoderSettings()
    var sound = Sound.keep
    var overlay = OverlaySettings()
    var isQuiet = false

    /// How the movie is read.
    var fileOptions: MediaFileSource.Options {
        MediaFileSource.Options(
            wantsAudio: sound == .encode,
            deliversEncodedSamples: sound == .keep ? [.video, .audio] : [.video])
    }
}
