// SPDX-License-Identifier: Apache-2.0
/// Writes FlatBuffers: tables first, what they point to behind them.
indirect enum FlatWriter {
    /// Fields by number; what is left out has its usual value.
    case table([Int: FlatWriter])
    case tables([FlatWriter])
    case integers([Int32])
    case bytes([UInt8])
    case int8(Int8)
    case int32(Int32)

    /// A file whose root this table is.
    func file(identifier: String) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0] + Array(identifier.utf8)
        var waiting: [(place: Int, value: FlatWriter)] = [(0, self)]
        var next = 0
        while next < waiting.count {
            let (place, value) = waiting[next]
            next += 1
            while !bytes.count.isMultiple(of: 8) { bytes.append(0) }
            let start = value.append(to: &bytes, &waiting)
            Self.put(UInt32(start - place), at: place, in: &bytes)
        }
        return bytes
    }

    /// Appends what offsets point to; returns where it begins.
    private func append(
        to bytes: inout [UInt8], _ waiting: inout [(place: Int, value: FlatWriter)]
    ) -> Int {
        let start = bytes.count
        switch self {
        case .table(let fields):
            let count = (fields.keys.max() ?? -1) + 1
            let length = 4 + 2 * count
            bytes += Self.little(UInt16(length)) + Self.little(UInt16(4 + 4 * count))
            for field in 0..<count {
                bytes += Self.little(UInt16(fields[field] == nil ? 0 : 4 + 4 * field))
            }
            while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
            let table = bytes.count
            bytes += Self.little(Int32(table - start))
            for field in 0..<count {
                switch fields[field] {
                case .int8(let value): bytes += [UInt8(bitPattern: value), 0, 0, 0]
                case .int32(let value): bytes += Self.little(value)
                case let value?:
                    waiting.append((bytes.count, value))
                    bytes += [0, 0, 0, 0]
                case nil: bytes += [0, 0, 0, 0]
                }
            }
            return table
        case .tables(let values):
            bytes += Self.little(UInt32(values.count))
            for value in values {
                waiting.append((bytes.count, value))
                bytes += [0, 0, 0, 0]
            }
        case .integers(let values):
            bytes += Self.little(UInt32(values.count)) + values.flatMap(Self.little)
        case .bytes(let values):
            bytes += Self.little(UInt32(values.count)) + values
        case .int8, .int32: break
        }
        return start
    }

    private static func put(_ value: UInt32, at place: Int, in bytes: inout [UInt8]) {
        bytes.replaceSubrange(place..<(place + 4), with: little(value))
    }

    static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
