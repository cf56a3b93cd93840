// SPDX-License-Identifier: Apache-2.0
import FaceValues
internal import MovieBoxes

/// What a movie says of where its samples are and libavformat does not tell. What cannot be parsed is left to it.
struct MovieOutline {
    /// Whether samples of images or audio lie in another file: ISO/IEC 14496-12 8.7.2, Data Reference (`dref`).
    /// libavformat takes the movie's own bytes for them.
    private(set) var leadsElsewhere = false
    /// Whether samples can lie in fragments: 8.8.1, Movie Extends (`mvex`).
    private(set) var isFragmented = false

    /// The description of a movie may have this many bytes to be looked at.
    private static let maximumBytes = 64 << 20
    /// More boxes than any file has before its movie box.
    private static let maximumBoxes = 10_000

    /// Looks for the movie box (`moov`) of a file.
    ///
    /// - Parameter read: gives bytes of the file at an offset, fewer at its end.
    init(read: (_ offset: Int64, _ count: Int) -> [UInt8]) {
        var offset: Int64 = 0
        for _ in 0..<Self.maximumBoxes {
            let head = read(offset, 16)
            var reader = BoxReader(head)
            guard let size32 = reader.read(UInt32.self), let type = reader.readCode() else {
                return
            }
            let size = size32 == 1 ? reader.read(UInt64.self) ?? 0 : UInt64(size32)
            if type == "moov" {
                let count =
                    size32 == 0 ? Self.maximumBytes : Int(min(size, UInt64(Self.maximumBytes)))
                var box = BoxReader(read(offset, count))
                let boxes = box.readBox().map { Self.boxes(in: $0.content) } ?? []
                leadsElsewhere = boxes.contains { Self.leadsElsewhere($0) }
                isFragmented = boxes.contains { $0.type == .mvex }
                return
            }
            guard size >= 8, let next = Int64(exactly: size), next <= .max - offset else { return }
            offset += next
        }
    }

    private static func leadsElsewhere(_ track: BoxReader.Box) -> Bool {
        guard track.type == .trak,
            let media = try? BoxChildren(of: track, [.mdia]).required(.mdia)
        else { return false }
        return (try? leadsElsewhere(media: media)) ?? false
    }

    /// Whether a sample description of images or audio uses a reference to another file.
    private static func leadsElsewhere(media: BoxReader.Box) throws(BoxDamage) -> Bool {
        let children = try BoxChildren(of: media, [.hdlr, .minf])
        let handler = try HandlerBox(parsing: try children.required(.hdlr)).handlerType
        guard handler == .vide || handler == .soun else { return false }
        let information = try BoxChildren(of: try children.required(.minf), [.dinf, .stbl])
        let dinf = try BoxChildren(of: try information.required(.dinf), [.dref])
        let stbl = try BoxChildren(of: try information.required(.stbl), [.stsd])
        let references = try DataReferenceBox(parsing: try dinf.required(.dref)).references
        return try SampleDescriptionBox(parsing: try stbl.required(.stsd)).entries.contains {
            let index = $0.dataReferenceIndex - 1
            return references.indices.contains(index) && !references[index].isSelfContained
        }
    }

    private static func boxes(in content: ArraySlice<UInt8>) -> [BoxReader.Box] {
        var reader = BoxReader(content)
        var boxes: [BoxReader.Box] = []
        while boxes.count < maximumBoxes, let box = reader.readBox() { boxes.append(box) }
        return boxes
    }
}
