internal import MovieBoxes

/// ISO/IEC 14496-12 8.5.2, Sample Description (`stsd`).
struct SampleDescriptionBox {
    /// Whole boxes, header and all.
    private(set) var entries: [[UInt8]] = []
    /// The name of the first one.
    private(set) var codec: FourCharacterCode?
    /// The pictures' stored size, where the first one describes pictures.
    private(set) var pictureSize: (width: Int, height: Int)?
    /// Of each entry the data reference it names, counted from 1.
    private(set) var dataReferences: [Int] = []

    private static let limit = 1024

    init(_ box: BoxReader.Box, handler: FourCharacterCode) throws(BoxDamage) {
        var fields = BoxFields(box)
        try fields.skip(4)
        let count: UInt32 = try fields.next()
        guard count <= Self.limit else {
            throw BoxDamage(.stsd, "has \(count) entries, more than \(Self.limit)")
        }
        for _ in 0..<count {
            let start = fields.rest
            guard let entry = try fields.nextChild() else {
                throw BoxDamage(.stsd, "has fewer entries than it says")
            }
            entries.append(Array(start[..<entry.content.endIndex]))
            var reader = BoxReader(entry.content)
            // Behind 6 reserved bytes the index of the data reference.
            let reference = reader.skip(6).flatMap { reader.read(UInt16.self) }
            dataReferences.append(Int(reference ?? 1))
            guard codec == nil else { continue }
            codec = entry.type
            // 12.1.3, VisualSampleEntry.
            if handler == .vide, reader.skip(16) != nil, let width: UInt16 = reader.read(),
                let height: UInt16 = reader.read()
            {
                pictureSize = (Int(width), Int(height))
            }
        }
    }
}
