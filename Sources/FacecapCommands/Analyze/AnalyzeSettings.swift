import Facecap

/// What a user asked `analyze` for.
struct AnalyzeSettings: Sendable {
    /// The film, the detector and the stream.
    var live = LiveSettings()
    /// The film's path.
    var input = ""
    /// The movie to write; `nil` for none.
    var output: String?
    /// What the faces are written to beside the movie.
    var sidecars: [FaceExportFormat] = []
    /// What the face track holds.
    var faces = FaceTrackFormat()
    /// Whether files that exist are replaced.
    var overwrites = false
}
