// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieBoxes

extension MovieReader {
    /// What the file is called in messages, on one line.
    public var name: String { bytes.name }

    /// Why the system could not read the file, the first time that it could not: whatever was told since
    /// then may lack something. `nil` while it could.
    public var readFailure: FacecapError? { bytes.readFailure }

    /// Whether the file ends before samples of its tracks, as a download that broke off does. Looks at all of them where
    /// the file is not made of whole boxes.
    ///
    /// - Parameter kind: of which tracks; `nil` for all.
    /// - Throws: what ``MovieSample/Cursor/next()`` throws.
    package func isCutShort(_ kind: MovieTrack.Kind? = nil) throws(FacecapError) -> Bool {
        guard tornTail != nil else { return false }
        if isFragmented { return true }
        for track in tracks where kind == nil || track.kind == kind {
            var samples = samples(of: track)
            while try samples.next() != nil {}
            if samples.isCutShort { return true }
        }
        return false
    }

    /// Whether the movie is not in fragments, and has all samples of its tracks.
    ///
    /// - Throws: what ``isCutShort(_:)`` throws.
    package func isPlain() throws(FacecapError) -> Bool {
        if isFragmented { return false }
        return try !isCutShort()
    }

    /// Whether the movie is of QuickTime's kind, as old ones without `ftyp` are.
    package var isQuickTime: Bool { majorBrand == nil || majorBrand == "qt  " }

    /// How many bytes the file had when it was opened.
    public var byteCount: Int64 { bytes.byteCount }
}
