// SPDX-License-Identifier: Apache-2.0
import Facecap

extension MovieReader {
    /// What its user should know of the movie: that its end is missing; `nil` for nothing.
    func warning() throws(FacecapError) -> FacecapError? {
        try isCutShort() ? FacecapError(.mediaDamaged, "\(name): its end is missing.") : nil
    }

    /// The same of a movie at a path, where its frames are whole: of others, who reads them tells.
    static func warningBesideFrames(ofMovieAt path: String) throws(FacecapError) -> FacecapError? {
        let movie = try MovieReader(path: path)
        return try movie.isCutShort(.video) ? nil : movie.warning()
    }
}

extension Messages {
    /// Says what its user should know of a movie.
    func warn(of movie: MovieReader) throws(FacecapError) {
        if let warning = try movie.warning() { say(warning.message) }
    }
}
