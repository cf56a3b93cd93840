// SPDX-License-Identifier: Apache-2.0
/// Reads the boxes of a file within bounds.
struct BoxReader {
    /// What was read ends early, or makes no sense.
    struct Damage: Error {}

    private let bytes: [UInt8]
    private(set) var range: Range<Int>

    /// - Parameter range: places in `bytes` that are the reader's.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    /// The next number of 0...8 bytes, the greatest byte first.
    mutating func number(_ count: Int) throws(Damage) -> Int {
        guard count <= 8, count <= range.count else { throw Damage() }
        var value: UInt64 = 0
        for _ in 0..<count {
            value = value << 8 | UInt64(bytes[range.lowerBound])
            range = (range.lowerBound + 1)..<range.upperBound
        }
        guard let number = Int(exactly: value) else { throw Damage() }
        return number
    }

    /// The version of a box that has one, with its flags.
    mutating func version() throws(Damage) -> Int { try number(4) >> 24 }

    /// The next bytes as text.
    mutating func text(_ count: Int) throws(Damage) -> String {
        guard count <= range.count else { throw Damage() }
        let end = range.lowerBound + count
        defer { range = end..<range.upperBound }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }

    /// Text up to the next zero.
    mutating func string() throws(Damage) -> String {
        guard let end = bytes[range].firstIndex(of: 0) else { throw Damage() }
        let text = try text(end - range.lowerBound)
        _ = try number(1)
        return text
    }

    /// All boxes from here on.
    mutating func boxes() throws(Damage) -> [(type: String, content: BoxReader)] {
        var boxes: [(type: String, content: BoxReader)] = []
        while !range.isEmpty {
            let start = range.lowerBound
            var length = try number(4)
            let type = try text(4)
            if length == 1 { length = try number(8) }
            if length == 0 { length = range.upperBound - start }
            let header = range.lowerBound - start
            guard length >= header, length <= range.upperBound - start else { throw Damage() }
            let end = start + length
            boxes.append((type, BoxReader(bytes, range.lowerBound..<end)))
            range = end..<range.upperBound
        }
        return boxes
    }
}
