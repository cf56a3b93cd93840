internal import MovieBoxes

/// ISO/IEC 14496-12 8.6.1.4, Composition to Decode (`cslg`), version 0: what signed composition offsets
/// amount to.
struct CompositionToDecodeBox: Equatable {
    /// What has to be added to presentation times so that none is before its decode time.
    var shift: Int32
    var leastOffset: Int32
    var greatestOffset: Int32
    /// The earliest and the latest moment shown.
    var start: Int32
    var end: Int32

    func write(to writer: inout BoxWriter) {
        writer.box("cslg", version: 0) { writer in
            for value in [shift, leastOffset, greatestOffset, start, end] { writer.append(value) }
        }
    }
}
