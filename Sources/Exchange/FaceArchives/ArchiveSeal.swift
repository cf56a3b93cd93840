// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// Hides what part files say of colors from all who do not have the plan: SHA-256 in counter mode.
///
/// Colors tell people apart from one moment to the next; nobody needs them once ids are given.
struct ArchiveSeal {
    private let secret: [UInt8]

    /// The seal of one part of a plan.
    init(_ plan: ArchivePlan, key: String) {
        secret = SHA256.digest(of: (Hex.bytes(of: plan.seal) ?? []) + Array(key.utf8))
    }

    /// Hides bytes, or shows those that were hidden.
    ///
    /// - Parameters:
    ///   - place: where in the part their record lies.
    ///   - index: which face of the record they belong to.
    func exchange(_ bytes: [UInt8], place: Int64, index: Int) -> [UInt8] {
        var result = bytes
        for start in stride(from: 0, to: bytes.count, by: 32) {
            let counter = Array("\(place) \(index) \(start)".utf8)
            let stream = SHA256.digest(of: secret + counter)
            for offset in start..<min(start + 32, bytes.count) {
                result[offset] ^= stream[offset - start]
            }
        }
        return result
    }
}
