internal import MovieBoxes

/// ISO/IEC 14496-12 8.6.1.2, Decoding Time to Sample (`stts`).
struct TimeToSampleBox: Equatable {
    /// How many samples last how long.
    var runs: BlockArray<SampleRun>

    func write(to writer: inout BoxWriter) {
        writer.box("stts", version: 0) { $0.append(runs) }
    }
}
