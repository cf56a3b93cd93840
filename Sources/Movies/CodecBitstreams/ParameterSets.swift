// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Parameter sets as decoder configurations hold them: their number, then each one behind its length
/// in two bytes.
enum ParameterSets {
    /// More units of one kind than a record may hold.
    private static let tooMany = 256

    /// Adds a unit that is not among those already there, unless there are too many already.
    static func insert(_ unit: [UInt8], into units: inout [[UInt8]]) {
        if units.count < tooMany, !units.contains(unit) { units.append(unit) }
    }

    /// Whether every length fits and the number of units is at most `limit`.
    static func fit(_ units: [[UInt8]], limit: Int) -> Bool {
        units.count <= limit && units.allSatisfy { 1...Int(UInt16.max) ~= $0.count }
    }

    /// Reads units behind their lengths; `nil` when one is missing or empty.
    static func read(_ count: Int, from reader: inout BoxReader) -> [[UInt8]]? {
        var units: [[UInt8]] = []
        for _ in 0..<count {
            guard let length = reader.read(UInt16.self), length > 0,
                let unit = reader.readBytes(Int(length))
            else { return nil }
            units.append(Array(unit))
        }
        return units
    }

    /// Writes units behind their lengths.
    static func write(_ units: [[UInt8]], to writer: inout BoxWriter) {
        for unit in units {
            writer.append(UInt16(truncatingIfNeeded: unit.count))
            writer.append(contentsOf: unit)
        }
    }
}
