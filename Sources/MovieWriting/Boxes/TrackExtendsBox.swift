internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.3, Track Extends (`trex`): fragments say everything themselves.
struct TrackExtendsBox: Equatable {
    var trackID: UInt32

    func write(to writer: inout BoxWriter) {
        writer.box("trex", version: 0) { writer in
            writer.append(trackID)
            writer.append(UInt32(1))  // sample entry
            writer.appendZeros(12)
        }
    }
}
