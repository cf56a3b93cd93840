package import MovieBoxes

extension BoxWriter {
    /// The whole `edts` box of a track.
    package mutating func append(_ edits: [MovieEdit]) {
        EditListBox(edits: edits).write(to: &self)
    }
}
