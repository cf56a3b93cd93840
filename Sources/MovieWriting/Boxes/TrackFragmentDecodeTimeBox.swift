internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.12, Track Fragment Decode Time (`tfdt`), version 1.
struct TrackFragmentDecodeTimeBox: Equatable {
    var baseMediaDecodeTime: UInt64

    func write(to writer: inout BoxWriter) {
        writer.box("tfdt", version: 1) { $0.append(baseMediaDecodeTime) }
    }
}
