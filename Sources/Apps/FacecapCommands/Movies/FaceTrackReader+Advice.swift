// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

extension FaceTrackReader {
    /// Opens a movie and takes one of its face tracks; where a video has none, the error says how it gets
    /// one.
    ///
    /// - Parameter isolation: what is asked of the process that reads a video which is no movie; `nil` for none.
    init(
        ofMovie path: String, index: Int = 0, isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) {
        let movie: MovieReader
        do throws(FacecapError) {
            movie = try MovieReader(path: path)
        } catch {
            // A video that is no MP4 has no face track either, but can get one. A pipe would be waited for.
            guard error.code == .mediaUnreadable, Files.isRegular(path),
                let media = try? MediaFileInspection.of(path: path, isolation: isolation),
                media.hasVideo
            else { throw error }
            guard !PhotoFile.isPhoto(path: path) else {
                throw FacecapError(
                    .mediaUnreadable,
                    "\(path) is a photo; facecap inspect \(path.shellWord) shows its faces.")
            }
            throw Self.noFaces(path, FaceSearchAdvice.command(for: path, media))
        }
        guard !Self.tracks(of: movie).isEmpty else {
            throw Self.noFaces(path, FaceSearchAdvice.command(for: path, movie))
        }
        try self.init(movie, index: index)
    }

    /// Why landmarks that were asked for are missing, and how the movie gets them; `nil` where its track can hold them.
    func absenceOfLandmarks(in path: String) -> String? {
        guard !track.hasLandmarks else { return nil }
        let remedy = FaceSearchAdvice.command(for: path, movie)
            .map { "find them with \($0) --landmarks" }
        return "\(path) has no landmarks; \(remedy ?? "record it with --landmarks")"
    }

    /// Says that landmarks that were asked for are missing.
    func sayIfWithoutLandmarks(_ path: String, to messages: Messages) {
        if let absence = absenceOfLandmarks(in: path) { messages.say(absence) }
    }

    private static func noFaces(_ path: String, _ command: String?) -> FacecapError {
        FacecapError(
            .mediaUnreadable,
            command.map { "\(path) has no faces yet; find them first: \($0)" }
                ?? "\(path) has neither faces nor video; name a movie that has.")
    }
}
