internal import MovieBoxes

/// ISO/IEC 14496-12 8.6.1.3, Composition Time to Sample (`ctts`), version 1: signed.
struct CompositionOffsetBox: Equatable {
    /// How many samples have which offset, as the bits of a signed number.
    var runs: BlockArray<SampleRun>

    func write(to writer: inout BoxWriter) {
        writer.box("ctts", version: 1) { $0.append(runs) }
    }
}
