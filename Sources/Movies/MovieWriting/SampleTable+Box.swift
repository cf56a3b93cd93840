// SPDX-License-Identifier: Apache-2.0
package import MovieBoxes

extension SampleTable {
    /// Writes the whole `stbl` box, which has the sample entries too; the offsets of all chunks are
    /// moved.
    package func writeBox(
        sampleEntries: [UInt8], offsetShift: UInt64, to writer: inout BoxWriter
    ) {
        SampleTableBox(sampleEntries: sampleEntries, samples: self, offsetShift: offsetShift)
            .write(to: &writer)
    }
}
