// SPDX-License-Identifier: Apache-2.0
/// The bytes of values as they lie in movies.
enum Bytes {
    /// Width and height of a transformation: a, b, u, c, d, v.
    static func matrix(_ values: [Int32]) -> [UInt8] {
        [values[0], values[1], 0, values[2], values[3], 0].flatMap { value in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (value << 16) >> $0) }
        }
    }
}

extension [UInt8] {
    /// Where bytes are for the first time behind the first box with a name in the last of another.
    func firstRange(of bytes: [UInt8], afterLast container: String, _ name: String) -> Int? {
        guard let start = lastRange(of: container),
            let box = self[start...].firstRange(of: Array(name.utf8))
        else { return nil }
        return self[box.upperBound...].firstRange(of: bytes)?.lowerBound
    }

    /// Where the name of the last box of a kind begins.
    func lastRange(of name: String) -> Int? {
        ranges(of: Array(name.utf8)).last?.lowerBound
    }
}
