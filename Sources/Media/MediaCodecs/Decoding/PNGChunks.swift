// SPDX-License-Identifier: Apache-2.0

/// The chunks of a PNG image, or of a frame of an animated one (PNG, third edition, 5.3).
enum PNGChunks {
    /// Texts and color profiles, which nobody here asks for: libavcodec decompresses them all the same, to gigabytes of
    /// memory where they are made for that, and gives no image where a profile is damaged.
    private static let unused = ["zTXt", "iCCP"]

    /// Gives those that are of no use a name that libavcodec passes over.
    static func hideUnused(in bytes: UnsafeMutableRawBufferPointer) {
        // An animated image has the signature before its first frame alone.
        var place = bytes.first == 0x89 ? 8 : 0
        while place <= bytes.count - 12 {
            let length = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let name = bytes[(place + 4)..<(place + 8)]
            if unused.contains(where: { name.elementsEqual($0.utf8) }) {
                bytes[place + 4] = UInt8(ascii: "x")
            }
            place += 12 + Int(UInt32(bigEndian: length))
        }
    }
}
