// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// Frames that are displayed at a slant.
enum SlantedFrames {
    /// Degrees: faces that tilt as much are found as well as upright ones.
    private static let largestTilt = 15.0

    /// Throws for a movie whose frames are displayed at a slant: they are looked at by quarter turns, and faces that have to
    /// be hidden can be missed.
    static func check(_ path: String) throws(FacecapError) {
        guard let movie = try? MovieReader(path: path) else { return }
        let tilts = movie.tracks.filter { $0.kind == .video }.map(\.tilt)
        guard let tilt = tilts.max(), tilt > largestTilt else { return }
        throw FacecapError(
            .formatUnsupported,
            "The frames of \(path) are displayed at a slant of \(Int(tilt.rounded())) degrees, in which"
                + " faces can be missed; turn them first: ffmpeg -i \(path.shellWord) upright.mp4")
    }
}
