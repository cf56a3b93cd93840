internal import MovieBoxes

/// ISO/IEC 14496-12 8.3.2, Track Header (`tkhd`).
struct TrackHeaderBox {
    let isEnabled: Bool
    let trackID: UInt32
    let matrix: [Int32]
    let width: Double
    let height: Double

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        let (version, flags) = try fields.nextVersionAndFlags()
        isEnabled = flags & 1 != 0
        // Creation and modification; behind the identifier 4 bytes, then the duration.
        try fields.skip(version == 0 ? 8 : 16)
        trackID = try fields.next()
        guard trackID != 0 else { throw BoxDamage(.tkhd, "has the track identifier 0") }
        try fields.skip(version == 0 ? 8 : 12)
        // Layer, alternate group and volume with what is reserved around them.
        try fields.skip(16)
        var matrix: [Int32] = []
        for _ in 0..<9 { matrix.append(try fields.next()) }
        self.matrix = matrix
        width = Double(try fields.next(UInt32.self)) / 65536
        height = Double(try fields.next(UInt32.self)) / 65536
    }
}
