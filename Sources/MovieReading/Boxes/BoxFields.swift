internal import MovieBoxes

/// Reads the fields of one box in their order; a box that ends early is damaged.
struct BoxFields {
    /// The box's name.
    let type: FourCharacterCode
    private var reader: BoxReader

    init(_ box: BoxReader.Box) { self.init(box.type, content: box.content) }

    init(_ type: FourCharacterCode, content: ArraySlice<UInt8>) {
        self.type = type
        reader = BoxReader(content)
    }

    /// What has not been read yet.
    var rest: ArraySlice<UInt8> { reader.rest }

    mutating func next<Number: FixedWidthInteger>(_ type: Number.Type = Number.self)
        throws(BoxDamage) -> Number
    {
        guard let number = reader.read(type) else { throw tooShort }
        return number
    }

    mutating func nextCode() throws(BoxDamage) -> FourCharacterCode {
        FourCharacterCode(try next(UInt32.self))
    }

    mutating func skip(_ count: Int) throws(BoxDamage) {
        guard reader.skip(count) != nil else { throw tooShort }
    }

    mutating func nextVersionAndFlags() throws(BoxDamage) -> (version: UInt8, flags: UInt32) {
        guard let fields = reader.readVersionAndFlags() else { throw tooShort }
        return fields
    }

    /// 32 bits in version 0 of a box, 64 in version 1: times and durations. All ones, and what 63 bits
    /// do not hold, is unknown.
    mutating func nextTime(version: UInt8) throws(BoxDamage) -> Int64? {
        if version == 0 {
            let time = try next(UInt32.self)
            return time == .max ? nil : Int64(time)
        }
        return Int64(exactly: try next(UInt64.self))
    }

    /// Ticks a second: never 0, and no more than a ``MediaTime`` takes.
    mutating func nextTimescale() throws(BoxDamage) -> Int32 {
        let ticks: UInt32 = try next()
        guard let timescale = Int32(exactly: ticks), timescale > 0 else {
            throw BoxDamage(type, "has a time scale of \(ticks) ticks a second")
        }
        return timescale
    }

    /// A table of `count` entries, fewer than 2^40, with `stride` bytes each.
    mutating func nextTable(count: Int, stride: Int) throws(BoxDamage) -> EntryTable {
        guard let bytes = reader.readBytes(count * stride) else { throw tooShort }
        return EntryTable(bytes: bytes, count: count, stride: stride)
    }

    /// The next box within; `nil` at the end, also where QuickTime marks it by zeros.
    mutating func nextChild() throws(BoxDamage) -> BoxReader.Box? {
        guard let child = reader.readBox() else { return nil }
        guard !child.isCutShort else {
            throw BoxDamage(child.type, "is larger than the \(type) box around it")
        }
        return child
    }

    private var tooShort: BoxDamage { BoxDamage(type, "is too short for what it has to say") }
}
