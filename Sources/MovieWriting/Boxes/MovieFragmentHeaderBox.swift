internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.5, Movie Fragment Header (`mfhd`).
struct MovieFragmentHeaderBox: Equatable {
    var sequenceNumber: UInt32

    func write(to writer: inout BoxWriter) {
        writer.box("mfhd", version: 0) { $0.append(sequenceNumber) }
    }
}
