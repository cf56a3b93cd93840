internal import MovieBoxes

/// ISO/IEC 14496-12 8.3.3, Track Reference (`tref`).
struct TrackReferenceBox {
    private(set) var references: [FourCharacterCode: [UInt32]] = [:]

    private static let limit = 256

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        while let child = try fields.nextChild() {
            guard references[child.type] == nil else { continue }
            guard references.count < Self.limit else {
                throw BoxDamage(.tref, "has more than \(Self.limit) kinds of references")
            }
            var reader = BoxReader(child.content)
            var tracks: [UInt32] = []
            while let track: UInt32 = reader.read() { tracks.append(track) }
            references[child.type] = tracks
        }
    }
}
