// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

/// The boxes at the top of a file, up to its end or to where no box can begin.
struct TopLevelBoxes {
    /// In the order of the file; the last one may be cut short.
    private(set) var boxes: [MovieReader.BoxLocation] = []
    /// Where what is no whole box begins.
    private(set) var tornTail: Int64?

    /// The most boxes of any file: each takes 40 bytes of memory.
    private static let usualLimit = 1 << 20
    /// A large file may have more: a `moof` and its `mdat` take more than twice as many bytes, and a recording of some
    /// days has millions.
    private static let bytesABox: Int64 = 64
    /// Those of three weeks.
    private static let greatestLimit = 1 << 24

    /// Reads the headers of all boxes.
    init(_ source: any MovieBytes) throws(FacecapError) {
        let limit = min(
            max(Self.usualLimit, Int(source.byteCount / Self.bytesABox)), Self.greatestLimit)
        var offset: Int64 = 0
        while offset < source.byteCount {
            guard let box = try Self.box(at: offset, of: source) else {
                tornTail = offset
                return
            }
            guard boxes.count < limit else {
                throw FacecapError(
                    .mediaUnreadable,
                    "\(source.name) has more than \(limit) boxes; remux it with `ffmpeg`.")
            }
            boxes.append(box)
            if box.isCutShort { tornTail = offset }
            offset = box.end
        }
        // The data of a fragment follows it; a file that ends between them was cut there.
        if tornTail == nil, let last = boxes.last, last.type == .moof { tornTail = last.offset }
    }

    /// The box at an offset within the file (ISO/IEC 14496-12 4.2); `nil` for garbage.
    private static func box(at offset: Int64, of source: any MovieBytes) throws(FacecapError)
        -> MovieReader.BoxLocation?
    {
        let rest = source.byteCount - offset
        var header = BoxReader(try source.bytes(at: offset, count: Int(min(16, rest))))
        guard let size32: UInt32 = header.read(), let type = header.readCode(), type.isPrintable
        else { return nil }
        var size = UInt64(size32)
        var headerSize = 8
        if size32 == 1 {
            guard let size64: UInt64 = header.read() else { return nil }
            size = size64
            headerSize = 16
        } else if size32 == 0 {
            size = UInt64(rest)
        }
        guard size >= headerSize else { return nil }
        return MovieReader.BoxLocation(
            type: type, offset: offset, size: Int64(min(size, UInt64(rest))),
            headerSize: headerSize, isCutShort: size > UInt64(rest))
    }
}
