// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// The maker note by which an iPhone ties a photo to its movie: tag 0x0011, a text.
///
/// `Apple iOS`, version 1 and a big-endian directory of one entry; offsets count from the note's start.
enum AppleMakerNote {
    /// The note with a content identifier.
    static func bytes(contentIdentifier: String) -> [UInt8] {
        let text = Array(contentIdentifier.utf8) + [0]
        let directoryLength = 2 + 12 + 4
        var note = BoxWriter()
        note.append(contentsOf: Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8))
        let textOffset = note.bytes.count + directoryLength
        note.append(contentsOf: [0, 1, 0, 0x11, 0, 2])
        note.append(UInt32(clamping: text.count))
        note.append(UInt32(clamping: textOffset))
        note.appendZeros(4)
        note.append(contentsOf: text)
        return note.bytes
    }
}
