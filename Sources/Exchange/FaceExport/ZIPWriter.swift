// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// A ZIP archive (PKWARE's APPNOTE 6.3) that is written as its files come, one after the other.
///
/// Nothing is kept of a file. Its bytes are blocks of DEFLATE that are stored as they are (RFC 1951,
/// 3.2.4), as those say where they end: readers that do not see the directory, such as of a file that
/// broke off, find everything that was written. No file has a time, so that equal input gives equal
/// bytes.
struct ZIPWriter {
    private struct File {
        let name: [UInt8]
        let offset: Int
        var checksum = CRC32()
        var size = 0
        var storedSize = 0
    }

    /// All numbers have 32 bits; the rest is for the directory.
    private static let limit = Int(UInt32.max) - (1 << 16)
    private static let method: UInt16 = 8
    /// The sizes follow the data (bit 3); names are UTF-8 (bit 11).
    private static let flags: UInt16 = 1 << 3 | 1 << 11
    private static let version: UInt16 = 20
    /// 1 January 1980, the first day there is.
    private static let date: UInt16 = 1 << 5 | 1

    private var bytes: [UInt8] = []
    /// Bytes of the archive that were taken away.
    private var takenCount = 0
    private var files: [File] = []

    /// Takes what was written since the last time.
    mutating func takeBytes() -> [UInt8] {
        defer {
            takenCount += bytes.count
            bytes = []
        }
        return bytes
    }

    /// Begins a file; the one before has to be ended.
    mutating func beginFile(_ name: String) {
        let file = File(name: Array(name.utf8), offset: takenCount + bytes.count)
        files.append(file)
        append(0x0403_4B50 as UInt32)
        appendDescription()
        // Checksum and sizes come later.
        for _ in 0..<3 { append(0 as UInt32) }
        append(UInt16(file.name.count))
        append(0 as UInt16)
        bytes += file.name
    }

    /// Adds to the file; what goes beyond an archive of 4 GiB is left out.
    mutating func append(_ content: [UInt8]) {
        var rest = content[...]
        while !rest.isEmpty, takenCount + bytes.count + rest.count < Self.limit {
            let block = rest.prefix(Int(UInt16.max))
            appendBlock(block, isLast: false)
            rest = rest.dropFirst(block.count)
        }
    }

    mutating func endFile() {
        appendBlock([], isLast: true)
        append(0x0807_4B50 as UInt32)
        appendSizes(of: files[files.count - 1])
    }

    /// Writes the directory.
    mutating func finish() {
        let start = takenCount + bytes.count
        for file in files {
            append(0x0201_4B50 as UInt32)
            // Made on a Unix system.
            append(3 << 8 | Self.version)
            appendDescription()
            appendSizes(of: file)
            append(UInt16(file.name.count))
            // No extra field, no comment, the first disk, no word on the content.
            for _ in 0..<4 { append(0 as UInt16) }
            // A regular file that everybody may read.
            append(0o100644 << 16 as UInt32)
            append(UInt32(clamping: file.offset))
            bytes += file.name
        }
        let end = takenCount + bytes.count
        append(0x0605_4B50 as UInt32)
        append(0 as UInt32)
        for _ in 0..<2 { append(UInt16(files.count)) }
        append(UInt32(clamping: end - start))
        append(UInt32(clamping: start))
        append(0 as UInt16)
    }

    /// What the head of a file and its entry in the directory have in common.
    private mutating func appendDescription() {
        for value in [Self.version, Self.flags, Self.method, 0, Self.date] { append(value) }
    }

    private mutating func appendSizes(of file: File) {
        append(file.checksum.value)
        append(UInt32(clamping: file.storedSize))
        append(UInt32(clamping: file.size))
    }

    private mutating func appendBlock(_ content: ArraySlice<UInt8>, isLast: Bool) {
        let size = UInt16(content.count)
        bytes.append(isLast ? 1 : 0)
        append(size)
        append(~size)
        bytes += content
        files[files.count - 1].checksum.append(content)
        files[files.count - 1].size += content.count
        files[files.count - 1].storedSize += 5 + content.count
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}
