// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user asked `redact` for.
struct RedactSettings: Sendable {
    /// What becomes of the video's audio.
    enum Audio: String, Sendable, CaseIterable {
        /// It is copied.
        case keep
        /// It is left out.
        case drop
        /// A tone takes its place.
        case bleep
    }

    /// The video and the detector.
    var run = RunSettings()
    /// The video's path.
    var input = ""
    /// The movie to write.
    var recording = CaptureMovieFileOutput.Settings(path: "")
    /// How faces are covered.
    var redaction = RedactionSettings(method: .blur)
    /// What becomes of the audio.
    var audio = Audio.keep
    /// Where the tone is, with ``Audio/bleep``; everywhere where there is none.
    var bleeps: [ClosedRange<MediaTime>] = []
    /// Whether faces are looked for also where the video has a track of them.
    var detects = false
    /// Whether the user said how faces are detected, which a video's own track makes unnecessary.
    var choosesDetector = false
    /// Whether the faces are kept in the movie as a track.
    var keepsFaces = true
    /// Whether markers and the metadata of the recording's user are kept.
    var keepsMetadata = false

    /// How the video is read.
    var fileOptions: MediaFileSource.Options {
        MediaFileSource.Options(
            wantsAudio: audio != .drop,
            deliversEncodedSamples: audio == .drop ? [] : [.audio],
            allowsPlaylists: run.source.allowsPlaylists)
    }

    /// What puts the tone in; `nil` for none.
    var bleeper: AudioBleeper? {
        guard audio == .bleep else { return nil }
        return AudioBleeper(stretches: bleeps.isEmpty ? nil : bleeps)
    }

    /// The movie with the audio of the video, which is copied where a movie can hold it as it is.
    func recording(of video: any CaptureSource) -> CaptureMovieFileOutput.Settings {
        var recording = recording
        recording.audio =
            switch audio {
            case .keep: .copying(video.encodedFormats.audio, decoded: video.audioFormat)
            case .bleep: .copying(nil, decoded: video.audioFormat)
            case .drop: .none
            }
        return recording
    }
}
