internal import MovieBoxes

/// The headers with a duration: `mvhd`, `tkhd` and `mdhd` (ISO/IEC 14496-12 8.2.2, 8.3.2, 8.4.2),
/// which have the same shape up to it.
struct HeaderBox {
    private let box: ContainedBox
    private let version: UInt8
    private let flags: UInt32
    private let times: [UInt64]
    private let middle: ArraySlice<UInt8>
    private let rest: ArraySlice<UInt8>
    /// `nil` when it is not known.
    let duration: UInt64?

    /// Reads a header; `nil` when it is too short.
    init?(_ box: ContainedBox) {
        self.box = box
        var reader = BoxReader(box.content)
        guard let (version, flags) = reader.readVersionAndFlags() else { return nil }
        func time() -> UInt64? {
            version == 0 ? reader.read(UInt32.self).map(UInt64.init) : reader.read()
        }
        // Between the times of creation and modification and the duration: the track's number and
        // what is reserved, or the time scale.
        guard let creation = time(), let modification = time(),
            let middle = reader.readBytes(box.type == "tkhd" ? 8 : 4), let duration = time()
        else { return nil }
        self.version = version
        self.flags = flags
        times = [creation, modification]
        self.middle = middle
        self.duration = duration == (version == 0 ? UInt64(UInt32.max) : .max) ? nil : duration
        rest = reader.rest
    }

    /// Writes the header with another duration, in version 1 where 32 bits are not enough.
    func write(duration: UInt64, to writer: inout BoxWriter) {
        write(duration: duration, rest: rest, to: &writer)
    }

    /// Writes the header of a movie with another duration and another number for the next track.
    func write(duration: UInt64, nextTrackID: UInt32, to writer: inout BoxWriter) {
        var end = BoxWriter()
        end.append(nextTrackID)
        write(duration: duration, rest: rest.dropLast(4) + end.bytes, to: &writer)
    }

    /// A `moov` without the times at which the movie and its tracks were made and changed.
    static func withoutTimes(_ moov: [UInt8]) -> [UInt8] {
        var bytes = moov
        func clear(_ box: ContainedBox) {
            let count = box.content.first == 0 ? 8 : 16
            let start = box.content.startIndex + 4
            for index in start..<min(start + count, box.content.endIndex) { bytes[index] = 0 }
        }
        for box in ContainedBox.first(["moov"], in: moov[...]).map({
            ContainedBox.all(in: $0.content)
        }) ?? [] {
            if box.type == "mvhd" { clear(box) }
            guard box.type == "trak" else { continue }
            for way in [["tkhd"], ["mdia", "mdhd"]] as [[FourCharacterCode]] {
                if let header = ContainedBox.first(way, in: box.content) { clear(header) }
            }
        }
        return bytes
    }

    private func write(duration: UInt64, rest: ArraySlice<UInt8>, to writer: inout BoxWriter) {
        let isLong = version != 0 || duration >= UInt64(UInt32.max)
        writer.box(box.type, version: isLong ? 1 : 0, flags: flags) { writer in
            for time in times { writer.append(time, isLong: isLong) }
            writer.append(contentsOf: middle)
            writer.append(duration, isLong: isLong)
            writer.append(contentsOf: rest)
        }
    }
}

extension BoxWriter {
    /// A number of 64 bits, or of 32, which it has to fit.
    mutating func append(_ value: UInt64, isLong: Bool) {
        if isLong { append(value) } else { append(UInt32(truncatingIfNeeded: value)) }
    }
}
