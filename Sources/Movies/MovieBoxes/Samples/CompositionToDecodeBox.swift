// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.6.1.4, Composition to Decode (`cslg`): what signed composition offsets amount to.
package struct CompositionToDecodeBox: BoxCodable {
    /// What has to be added to presentation times so that none is before its decode time.
    package let shift: Int64
    package let minimumOffset: Int64
    package let greatestOffset: Int64
    /// The earliest moment shown.
    package let start: Int64
    /// The latest moment shown.
    package let end: Int64
    private var version: UInt8 = 0
    private var flags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    package init(
        shift: Int32, minimumOffset: Int32, greatestOffset: Int32, start: Int32, end: Int32
    ) {
        self.shift = Int64(shift)
        self.minimumOffset = Int64(minimumOffset)
        self.greatestOffset = Int64(greatestOffset)
        self.start = Int64(start)
        self.end = Int64(end)
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        let (version, flags) = try fields.nextVersionAndFlags()
        func next() throws(BoxDamage) -> Int64 {
            version == 0 ? Int64(try fields.next(Int32.self)) : try fields.next()
        }
        shift = try next()
        minimumOffset = try next()
        greatestOffset = try next()
        start = try next()
        end = try next()
        (self.version, self.flags, tail) = (version, flags, fields.rest)
    }

    package func write(to writer: inout BoxWriter) {
        writer.box("cslg", version: version, flags: flags) { writer in
            for value in [shift, minimumOffset, greatestOffset, start, end] {
                writer.append(UInt64(bitPattern: value), isLong: version != 0)
            }
            writer.append(contentsOf: tail)
        }
    }
}
