internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.7, Track Fragment Header (`tfhd`): offsets count from the `moof`; samples are
/// sync samples where their run does not say otherwise.
struct TrackFragmentHeaderBox: Equatable {
    var trackID: UInt32

    func write(to writer: inout BoxWriter) {
        writer.box("tfhd", version: 0, flags: 0x02_0020) { writer in
            writer.append(trackID)
            writer.append(TrackRunBox.syncSampleFlags)
        }
    }
}
