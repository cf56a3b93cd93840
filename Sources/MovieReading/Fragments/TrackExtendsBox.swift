internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.3, Track Extends (`trex`): what a track's fragments leave unsaid.
struct TrackExtendsBox {
    let trackID: UInt32
    private(set) var defaults = SampleDefaults()

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        try fields.skip(4)
        trackID = try fields.next()
        defaults.description = try fields.next()
        defaults.duration = try fields.next()
        defaults.byteCount = try fields.next()
        defaults.flags = try fields.next()
    }
}
