// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user asked `render` for.
struct RenderSettings: Sendable {
    /// What becomes of the audio.
    enum Audio: String, Sendable, CaseIterable {
        /// Its packets are copied.
        case keep
        /// It is encoded again, as AAC.
        case encode
        case drop
    }

    /// The path of the movie with the face track.
    var input = ""
    /// The copy.
    var recording = CaptureMovieFileOutput.Settings(path: "")
    /// How its frames are encoded.
    var video = VideoEncoderSettings()
    var audio = Audio.keep
    var overlay = OverlaySettings()
    /// Whether landmarks were asked for by name, and have to be there.
    var requiresLandmarks = false
    /// What is asked of the process that decodes the movie; `nil` for none.
    var isolation: IsolatedFileInput.Isolation? = IsolatedFileInput.Isolation()

    /// How the movie is read.
    var fileOptions: MediaFileSource.Options {
        MediaFileSource.Options(
            wantsAudio: audio == .encode,
            deliversEncodedSamples: audio == .keep ? [.video, .audio] : [.video])
    }
}
