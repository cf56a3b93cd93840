// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user asked `photo` for.
struct PhotoRunSettings: Sendable {
    /// The source and the detector.
    var run = RunSettings()
    /// The photos.
    var photo = CapturePhotoSettings()
    /// How faces are covered; `nil` for not at all.
    var redaction: RedactionSettings?
    /// How much is recorded before and after the photo into a movie beside it; `nil` for no movie.
    var movieMargin: MediaTime?
    /// The audio of that movie; `nil` for none.
    var movieAudio: AudioSelection?

    /// How a file has to be read.
    var fileOptions: MediaFileSource.Options {
        var options = MediaFileSource.Options()
        options.wantsAudio = movieAudio == .source
        return options
    }

    /// The photos of one source; of several, with the source's name in their paths.
    func photo(ofSource index: Int) -> CapturePhotoSettings {
        var photo = photo
        photo.path = photo.path?.adding(camera: run.source.name(ofSource: index))
        return photo
    }
}
