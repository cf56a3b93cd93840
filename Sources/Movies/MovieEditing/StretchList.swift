// SPDX-License-Identifier: Apache-2.0
/// Gathers stretches of a file, and joins those that follow each other.
struct StretchList {
    private(set) var stretches: [Range<Int64>] = []

    /// Adds a stretch that lies in the file.
    mutating func append(offset: Int64, byteCount: Int) {
        guard byteCount > 0 else { return }
        let end = offset + Int64(byteCount)
        if let last = stretches.last, last.upperBound == offset {
            stretches[stretches.count - 1] = last.lowerBound..<end
        } else {
            stretches.append(offset..<end)
        }
    }
}
