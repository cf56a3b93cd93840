// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user asked `record` for.
struct RecordSettings: Sendable {
    /// The source, the detector and the stream.
    var run = RunSettings()
    /// The movie.
    var recording = CaptureMovieFileOutput.Settings(path: "")
    /// The audio that is recorded; `nil` for none.
    var audio: AudioSelection?
    /// How loud its channels are; none for as loud as they come.
    var audioVolumes: [Double] = []
    /// Where the audio is heard meanwhile; `nil` for nowhere.
    var monitorDevice: String?
    /// What the faces are written to beside the movie.
    var sidecars: [FaceExportFormat] = []
    /// Whether the stream tells how far the recording is.
    var tellsProgress = false
    /// Texts that the movie has from its beginning.
    var markers: [String] = []

    /// The request that there be no copy of a file; `nil` where it is none.
    var interruption: Interruption?

    /// Whether it is a copy of a file, which is whole or not there at all: nobody steers it, and who stops it
    /// wants none.
    var isCopyOfFile: Bool { interruption != nil }

    /// Whether there may be several movies.
    var isSeries: Bool { recording.split != nil || recording.trigger != .always }

    /// The movie of one source; of several, with the source's name in its path.
    func recording(ofSource index: Int) -> CaptureMovieFileOutput.Settings {
        var recording = recording
        recording.path = recording.path.adding(camera: run.source.name(ofSource: index))
        return recording
    }

    /// Whether what is recorded shows no face, though frames do that are captured.
    var showsNoFaces: Bool { recording.redaction != nil || recording.video == .none }

    /// Why the zoom cannot be changed while it records; `nil` where it can.
    var zoomRefusal: String? {
        recording.video == .passthrough ? "--passthrough copies frames as they are" : nil
    }

    /// How a file has to be read for the recording.
    var fileOptions: MediaFileSource.Options {
        var options = MediaFileSource.Options()
        options.wantsAudio = audio == .source
        if recording.video == .passthrough {
            options.deliversEncodedSamples = options.wantsAudio ? [.video, .audio] : [.video]
        }
        return options
    }
}
