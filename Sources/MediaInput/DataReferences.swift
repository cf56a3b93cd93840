import FaceValues
internal import MovieBoxes

/// Where a movie says that its samples lie: ISO/IEC 14496-12 8.7.2, Data Reference (`dref`).
///
/// libavformat takes a movie's own bytes for samples that lie in another file. What cannot be parsed is
/// left to it.
struct DataReferences {
    /// Whether samples of images or audio lie in another file.
    private(set) var leadElsewhere = false

    /// The description of a movie may have this many bytes to be looked at.
    private static let mostBytes = 64 << 20
    /// More boxes than any file has before its movie box.
    private static let mostBoxes = 10_000

    /// Looks for the movie box (`moov`) of a file.
    ///
    /// - Parameter read: gives bytes of the file at an offset, fewer at its end.
    init(read: (_ offset: Int64, _ count: Int) -> [UInt8]) {
        var offset: Int64 = 0
        for _ in 0..<Self.mostBoxes {
            let head = read(offset, 16)
            var reader = BoxReader(head)
            guard let size32 = reader.read(UInt32.self), let type = reader.readCode() else {
                return
            }
            let size = size32 == 1 ? reader.read(UInt64.self) ?? 0 : UInt64(size32)
            if type == "moov" {
                let count = size32 == 0 ? Self.mostBytes : Int(min(size, UInt64(Self.mostBytes)))
                var box = BoxReader(read(offset, count))
                leadElsewhere = box.readBox().map { Self.leadElsewhere(movie: $0.content) } ?? false
                return
            }
            guard size >= 8, let next = Int64(exactly: size), next <= .max - offset else { return }
            offset += next
        }
    }

    private static func leadElsewhere(movie: ArraySlice<UInt8>) -> Bool {
        children(of: movie, "trak").contains { track in
            children(of: track, "mdia").contains { media in
                let handlers = children(of: media, "hdlr")
                guard handlers.contains(where: isOfMedia) else { return false }
                return children(of: media, "minf").contains(where: leadsElsewhere)
            }
        }
    }

    /// Whether a handler (`hdlr`) is that of images or audio.
    private static func isOfMedia(_ handler: ArraySlice<UInt8>) -> Bool {
        var reader = BoxReader(handler.dropFirst(8))
        let type = reader.readCode()
        return type == "vide" || type == "soun"
    }

    /// Whether a sample description of a track uses a reference to another file.
    private static func leadsElsewhere(information: ArraySlice<UInt8>) -> Bool {
        let references = children(of: information, "dinf").flatMap { children(of: $0, "dref") }
            .flatMap { boxes(in: $0.dropFirst(8)) }
        let entries = children(of: information, "stbl").flatMap { children(of: $0, "stsd") }
            .flatMap { boxes(in: $0.dropFirst(8)) }
        return entries.contains { entry in
            var reader = BoxReader(entry.content.dropFirst(6))
            guard let index = reader.read(UInt16.self).map({ Int($0) - 1 }),
                references.indices.contains(index)
            else { return false }
            var reference = BoxReader(references[index].content)
            return reference.readVersionAndFlags().map { $0.flags & 1 == 0 } ?? false
        }
    }

    private static func children(
        of content: ArraySlice<UInt8>, _ type: FourCharacterCode
    ) -> [ArraySlice<UInt8>] {
        boxes(in: content).filter { $0.type == type }.map(\.content)
    }

    private static func boxes(in content: ArraySlice<UInt8>) -> [BoxReader.Box] {
        var reader = BoxReader(content)
        var boxes: [BoxReader.Box] = []
        while boxes.count < mostBoxes, let box = reader.readBox() { boxes.append(box) }
        return boxes
    }
}
