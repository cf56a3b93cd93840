internal import MovieBoxes

/// ISO/IEC 14496-12 8.2.2, Movie Header (`mvhd`).
struct MovieHeaderBox {
    let timescale: Int32
    let duration: Int64?

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        let version = try fields.nextVersionAndFlags().version
        try fields.skip(version == 0 ? 8 : 16)
        timescale = try fields.nextTimescale()
        duration = try fields.nextTime(version: version)
    }
}
