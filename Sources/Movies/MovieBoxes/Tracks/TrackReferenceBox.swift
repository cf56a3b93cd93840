// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.3.3, Track Reference (`tref`).
package struct TrackReferenceBox: BoxCodable {
    package var references: [MovieTrackReference]
    private var tail: ArraySlice<UInt8> = []

    private static let limit = 256

    package init(references: [MovieTrackReference]) { self.references = references }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        references = []
        while let child = try fields.nextChild() {
            guard references.count < Self.limit else {
                throw BoxDamage(.tref, "has more than \(Self.limit) references")
            }
            var reader = BoxReader(child.content)
            var tracks: [UInt32] = []
            while let track: UInt32 = reader.read() { tracks.append(track) }
            references.append(MovieTrackReference(type: child.type, trackIDs: tracks))
        }
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.tref) { writer in
            for reference in references {
                writer.box(reference.type) { writer in
                    for trackID in reference.trackIDs { writer.append(trackID) }
                }
            }
            writer.append(contentsOf: tail)
        }
    }
}
