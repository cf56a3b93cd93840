// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// What a user asked `analyze` for.
struct AnalyzeSettings: Sendable {
    /// The detector, and how it is told.
    var run = RunSettings()
    /// The files and folders that were named.
    var inputs: [String] = []
    /// Where the copies of several files go; `nil` where none are written.
    var outputFolder: String?
    /// The movie to write of one file; `nil` for none.
    var output: String?
    /// What the faces are written to beside the movie.
    var sidecars: [FaceExportFormat] = []
    /// How many segments of videos are looked at side by side; `nil` where videos are not cut.
    var jobCount: Int?
    /// The page about all videos; `nil` for none.
    var report: String?
    /// What the face track holds.
    var faces = FaceTrackFormat()
    /// Whether files that exist are replaced.
    var overwrites = false

    /// The faces of a video of several whose movie is there from a call before.
    func analyzedFaces(of item: AnalyzeItem) -> FaceTrackReader? {
        guard outputFolder != nil, !overwrites, item.isThere, let output = item.output,
            !Files.areSame(output, item.input)
        else { return nil }
        return try? FaceTrackReader(path: output)
    }
}
