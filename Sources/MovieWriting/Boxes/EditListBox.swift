internal import MovieBoxes

/// ISO/IEC 14496-12 8.6.5 and 8.6.6, Edit and Edit List (`edts`, `elst`); version 1 where 32 bits
/// are not enough.
struct EditListBox: Equatable {
    var edits: [MovieEdit]

    func write(to writer: inout BoxWriter) {
        let isLong = edits.contains {
            UInt32(exactly: $0.segmentDuration) == nil || Int32(exactly: $0.mediaTime ?? -1) == nil
        }
        writer.box("edts") { writer in
            writer.box("elst", version: isLong ? 1 : 0) { writer in
                writer.append(UInt32(truncatingIfNeeded: edits.count))
                for edit in edits {
                    writer.append(UInt64(clamping: edit.segmentDuration), isLong: isLong)
                    writer.append(UInt64(bitPattern: edit.mediaTime ?? -1), isLong: isLong)
                    writer.append(Int32(exactly: (edit.rate * 0x1_0000).rounded()) ?? 0x1_0000)
                }
            }
        }
    }
}
