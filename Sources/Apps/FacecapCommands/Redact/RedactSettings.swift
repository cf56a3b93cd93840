import Facecap

/// What a user asked `redact` for.
struct RedactSettings: Sendable {
    /// What becomes of the film's sound.
    enum Sound: String, Sendable, CaseIterable {
        /// It is copied.
        case keep
        /// It is left out.
        case drop
        /// A tone takes its place.
        case bleep
    }

    /// The film and the detector.
    var live = LiveSettings()
    /// The film's path.
    var input = ""
    /// The movie to write.
    var recording = RecordingSettings(path: "")
    /// How faces are covered.
    var redaction = RedactionSettings(method: .blur)
    /// What becomes of the sound.
    var sound = Sound.keep
    /// Where the tone is, with ``Sound/bleep``; everywhere where there is none.
    var bleeps: [ClosedRange<MediaTime>] = []
    /// Whether faces are looked for also where the film has a track of them.
    var detects = false
    /// Whether the faces are kept in the movie as a track.
    var keepsFaces = true

    /// How the film is read.
    var fileOptions: MediaFileSource.Options {
        MediaFileSource.Options(
            wantsAudio: sound != .drop,
            deliversEncodedSamples: sound == .drop ? [] : [.audio],
            allowsPlaylists: live.allowsPlaylists)
    }

    /// What puts the tone in; `nil` for none.
    var bleeper: (any SampleProcessor)? {
        guard sound == .bleep else { return nil }
        return SoundBleeper(stretches: bleeps.isEmpty ? nil : bleeps)
    }

    /// The movie with the sound of the film, which is copied where a movie can hold it as it is.
    func recording(of film: MediaFileSource) -> RecordingSettings {
        var recording = recording
        if sound == .keep, film.encodedFormats.audio != nil {
            recording.audio = .passthrough
        } else if sound != .drop, film.audioFormat != nil {
            recording.audio = .encoded(AudioEncoderSettings(codec: "aac"))
        } else {
            recording.audio = .none
        }
        return recording
    }
}
