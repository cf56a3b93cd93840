// SPDX-License-Identifier: Apache-2.0
package import MovieBoxes

extension MovieTrackHeader {
    /// Writes the whole `trak` box; the offsets of all chunks are moved.
    package func writeBox(
        samples: SampleTable, movieTimescale: Int32, fileType: MovieFileType, offsetShift: UInt64,
        to writer: inout BoxWriter
    ) {
        TrackBox(
            header: self, samples: samples, movieTimescale: movieTimescale, fileType: fileType,
            offsetShift: offsetShift
        ).write(to: &writer)
    }
}
