// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.6.6, Edit List (`elst`), which alone is in an Edit Box (8.6.5, `edts`).
package struct EditListBox: BoxCodable {
    package let edits: [MovieEdit]
    /// The version that was parsed; a later one is written where 32 bits are not enough.
    private var version: UInt8 = 0
    private var flags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    /// Cut videos have a handful, joined ones one or two for each part.
    package static let limit = 1 << 15

    package init(edits: [MovieEdit]) { self.edits = edits }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (version, flags) = try fields.nextVersionAndFlags()
        let count: UInt32 = try fields.next()
        guard count <= Self.limit else {
            throw BoxDamage(.elst, "has \(count) edits, more than \(Self.limit)")
        }
        let isLong = version != 0
        var edits: [MovieEdit] = []
        for _ in 0..<count {
            let duration = try fields.nextNumber(version: version)
            let mediaTime =
                isLong ? try fields.next(Int64.self) : Int64(try fields.next(Int32.self))
            guard mediaTime >= -1 else {
                throw BoxDamage(.elst, "begins at the negative media time \(mediaTime)")
            }
            let rate: Int32 = try fields.next()
            edits.append(
                MovieEdit(
                    segmentDuration: Int64(clamping: duration),
                    mediaTime: mediaTime < 0 ? nil : mediaTime, rate: Double(rate) / 0x1_0000))
        }
        self.edits = edits
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        let isLong =
            version != 0
            || edits.contains {
                UInt32(exactly: $0.segmentDuration) == nil
                    || Int32(exactly: $0.mediaTime ?? -1) == nil
            }
        writer.box(.elst, version: max(version, isLong ? 1 : 0), flags: flags) { writer in
            writer.append(UInt32(truncatingIfNeeded: edits.count))
            for edit in edits {
                writer.append(UInt64(clamping: edit.segmentDuration), isLong: isLong)
                writer.append(UInt64(bitPattern: edit.mediaTime ?? -1), isLong: isLong)
                writer.append(Int32(exactly: (edit.rate * 0x1_0000).rounded()) ?? 0x1_0000)
            }
            writer.append(contentsOf: tail)
        }
    }
}

extension BoxWriter {
    /// The whole `edts` box of a track.
    package mutating func append(_ edits: [MovieEdit]) {
        box(.edts, EditListBox(edits: edits).write)
    }
}
