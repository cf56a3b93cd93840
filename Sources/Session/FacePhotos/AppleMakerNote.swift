// SPDX-License-Identifier: Apache-2.0
/// The maker note by which an iPhone ties a photo to its movie: tag 0x0011, a text.
///
/// `Apple iOS`, version 1 and a big-endian directory of one entry; offsets count from the note's start.
enum AppleMakerNote {
    /// The note with a content identifier.
    static func bytes(contentIdentifier: String) -> [UInt8] {
        let text = Array(contentIdentifier.utf8) + [0]
        let head: [UInt8] = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        let directoryLength = 2 + 12 + 4
        var note = head + [0, 1, 0, 0x11, 0, 2]
        note += bigEndian(UInt32(clamping: text.count))
        note += bigEndian(UInt32(clamping: head.count + directoryLength))
        note += [0, 0, 0, 0]
        return note + text
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
