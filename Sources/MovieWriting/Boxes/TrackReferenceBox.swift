internal import MovieBoxes

/// ISO/IEC 14496-12 8.3.3, Track Reference (`tref`).
struct TrackReferenceBox: Equatable {
    var references: [MovieTrackReference]

    func write(to writer: inout BoxWriter) {
        writer.box("tref") { writer in
            for reference in references {
                writer.box(reference.type) { writer in
                    for trackID in reference.trackIDs { writer.append(trackID) }
                }
            }
        }
    }
}
