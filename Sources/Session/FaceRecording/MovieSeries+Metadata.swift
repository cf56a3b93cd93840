// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// A file begins with what a client's metadata say by then, wherever they were last written.
extension MovieSeries {
    /// Says in a movie what holds since before it; once all that comes before it is known, as it is with its first
    /// metadata or its end.
    func renewMetadata(of movie: OpenMovie) throws(FacecapError) {
        guard movie.awaitsMetadata else { return }
        movie.awaitsMetadata = false
        guard let recorded = runningMetadata.sample(at: movie.beginning) else { return }
        try movie.append(recorded)
    }

    /// Lets go of metadata from before the files that may still begin with them.
    func forgetMetadata() {
        let beginnings = movies.filter(\.awaitsMetadata).map(\.beginning)
        guard let time = (beginnings + [preRoll?.start ?? horizon].compactMap { $0 }).min() else {
            return
        }
        runningMetadata.removeAll(before: time)
    }
}
