internal import MovieBoxes

/// ISO/IEC 14496-12 8.6.6, Edit List (`elst`).
struct EditListBox {
    let edits: [MovieEdit]

    /// Cut films have a handful; each sample's time costs a walk through all.
    private static let limit = 1024

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        let version = try fields.nextVersionAndFlags().version
        let count: UInt32 = try fields.next()
        guard count <= Self.limit else {
            throw BoxDamage(.elst, "has \(count) edits, more than \(Self.limit)")
        }
        let stride = version == 0 ? 12 : 20
        let table = try fields.nextTable(count: Int(count), stride: stride)
        var edits: [MovieEdit] = []
        for entry in 0..<table.count {
            let duration =
                version == 0 ? UInt64(table.uint32(entry)) : table.uint64(entry)
            let mediaTime =
                version == 0
                ? Int64(Int32(bitPattern: table.uint32(entry, at: 4)))
                : Int64(bitPattern: table.uint64(entry, at: 8))
            guard mediaTime >= -1 else {
                throw BoxDamage(.elst, "begins at the negative media time \(mediaTime)")
            }
            let rate = Int32(bitPattern: table.uint32(entry, at: stride - 4))
            edits.append(
                MovieEdit(
                    segmentDuration: Int64(clamping: duration),
                    mediaTime: mediaTime < 0 ? nil : mediaTime, rate: Double(rate) / 65536))
        }
        self.edits = edits
    }
}
