// SPDX-License-Identifier: Apache-2.0
/// Reads the fields of one box in their order; a box that ends early is damaged.
package struct BoxFields {
    /// The box's name.
    package let type: FourCharacterCode
    private var reader: BoxReader

    package init(_ box: BoxReader.Box) { self.init(box.type, content: box.content) }

    package init(_ type: FourCharacterCode, content: ArraySlice<UInt8>) {
        self.type = type
        reader = BoxReader(content)
    }

    /// What has not been read yet.
    package var rest: ArraySlice<UInt8> { reader.rest }

    package mutating func next<Number: FixedWidthInteger>(_ type: Number.Type = Number.self)
        throws(BoxDamage) -> Number
    {
        guard let number = reader.read(type) else { throw tooShort }
        return number
    }

    package mutating func nextCode() throws(BoxDamage) -> FourCharacterCode {
        FourCharacterCode(try next(UInt32.self))
    }

    package mutating func skip(_ count: Int) throws(BoxDamage) {
        guard reader.skip(count) != nil else { throw tooShort }
    }

    package mutating func nextBytes(_ count: Int) throws(BoxDamage) -> ArraySlice<UInt8> {
        guard let bytes = reader.readBytes(count) else { throw tooShort }
        return bytes
    }

    package mutating func nextVersionAndFlags() throws(BoxDamage) -> (version: UInt8, flags: UInt32)
    {
        guard let fields = reader.readVersionAndFlags() else { throw tooShort }
        return fields
    }

    /// 32 bits in version 0 of a box, 64 in later ones: times and durations.
    package mutating func nextNumber(version: UInt8) throws(BoxDamage) -> UInt64 {
        version == 0 ? UInt64(try next(UInt32.self)) : try next(UInt64.self)
    }

    /// A number of 32 bits in version 0 of a box, of 64 in later ones; all ones stand for unknown.
    package mutating func nextDuration(version: UInt8) throws(BoxDamage) -> UInt64? {
        let duration = try nextNumber(version: version)
        return duration == (version == 0 ? UInt64(UInt32.max) : .max) ? nil : duration
    }

    /// Ticks a second: never 0, and no more than a `MediaTime` takes.
    package mutating func nextTimescale() throws(BoxDamage) -> Int32 {
        let ticks: UInt32 = try next()
        guard let timescale = Int32(exactly: ticks), timescale > 0 else {
            throw BoxDamage(type, "has a time scale of \(ticks) ticks a second")
        }
        return timescale
    }

    /// A table of `count` entries, fewer than 2^40, with `stride` bytes each.
    package mutating func nextTable(count: Int, stride: Int) throws(BoxDamage) -> EntryTable {
        guard let bytes = reader.readBytes(count * stride) else { throw tooShort }
        return EntryTable(bytes: bytes, count: count, stride: stride)
    }

    /// The next box within; `nil` at the end, also where QuickTime marks it by zeros.
    package mutating func nextChild() throws(BoxDamage) -> BoxReader.Box? {
        guard let child = reader.readBox() else { return nil }
        guard !child.isCutShort else {
            throw BoxDamage(child.type, "is larger than the \(type) box around it")
        }
        return child
    }

    private var tooShort: BoxDamage { BoxDamage(type, "is too short for what it has to say") }
}
