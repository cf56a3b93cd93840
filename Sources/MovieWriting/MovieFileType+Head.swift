internal import MovieBoxes

extension MovieFileType {
    /// The `ftyp` of a movie that is being recorded.
    package var fragmentedHead: [UInt8] { bytes(.fragmented(self)) }

    /// The `ftyp` of a finished movie.
    package var finishedHead: [UInt8] { bytes(.finished(self)) }

    private func bytes(_ box: FileTypeBox) -> [UInt8] {
        var writer = BoxWriter()
        box.write(to: &writer)
        return writer.bytes
    }
}
