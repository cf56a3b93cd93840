// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes
internal import MovieReading

/// Keys and values that take the place of others in what a movie says of itself; everything else there stays as it is.
struct MetadataChange: Sendable {
    /// The keys whose values go.
    let keys: Set<String>
    /// What comes instead.
    let items: [MovieMetadataItem]

    /// Writes the boxes `meta` and `udta` of a movie: the items go where keys and values are, or into a box of their own
    /// where the writer of movies puts it. Where another kind of metadata has that place, as that of iTunes in every MP4
    /// of FFmpeg's, it is in the other one of the two: each holds one at most (ISO/IEC 14496-12 8.11.1).
    func write(
        _ boxes: [BoxReader.Box], isQuickTime: Bool, to writer: inout BoxWriter
    ) {
        let inner = boxes.filter { $0.type == .udta }.flatMap(Self.boxes)
        let (hasMeta, hasInnerMeta) = (Self.hasMeta(boxes), Self.hasMeta(inner))
        // There is no room where both places are taken.
        var isMade =
            items.isEmpty || hasMeta && hasInnerMeta
            || (boxes + inner).contains { changed($0) != nil }
        let isInner = isQuickTime ? hasMeta : !hasInnerMeta
        // Readers expect QuickTime's form in `moov`, which Android's writer also gives an MP4.
        let own = MovieMetadataBox(items: items, isQuickTime: !isInner)
        func writeOwn(to writer: inout BoxWriter) {
            if !isMade { own.write(to: &writer) }
            isMade = true
        }
        if !isInner { writeOwn(to: &writer) }
        for box in boxes {
            guard box.type == .udta else {
                writer.append(contentsOf: changed(box) ?? Array(box.sized))
                continue
            }
            writer.box(.udta) { writer in
                // It may end in what is no box.
                var reader = BoxReader(box.content)
                while let child = reader.readBox() {
                    // Nobody read it, and whole it might be damaged.
                    if child.type == .meta, child.isCutShort { continue }
                    writer.append(contentsOf: changed(child) ?? Array(child.sized))
                }
                writeOwn(to: &writer)
                writer.append(contentsOf: reader.rest)
            }
        }
        if !isMade { writer.box(.udta) { writeOwn(to: &$0) } }
    }

    private static func hasMeta(_ boxes: [BoxReader.Box]) -> Bool {
        boxes.contains { $0.type == .meta }
    }

    private func changed(_ box: BoxReader.Box) -> [UInt8]? {
        guard box.type == .meta, !box.isCutShort else { return nil }
        return try? MovieMetadataBox.changing(box, replacing: keys, with: items)
    }

    private static func boxes(in box: BoxReader.Box) -> [BoxReader.Box] {
        var reader = BoxReader(box.content)
        return reader.readBoxes()
    }
}
