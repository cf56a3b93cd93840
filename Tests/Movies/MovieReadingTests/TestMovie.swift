// SPDX-License-Identifier: Apache-2.0
import MovieBoxes

/// A small movie made in memory: one video track with four samples of 1, 2, 3 and 4 bytes, 10 ticks
/// each, whose bytes are 1, 22, 333, 4444. Any box can be given other content.
struct TestMovie {
    typealias Content = (inout BoxWriter) -> Void

    /// What stands in a box in place of what would.
    var replaced: [FourCharacterCode: Content] = [:]
    /// Boxes that stand in a container behind what is in it anyway.
    var added: [FourCharacterCode: Content] = [:]
    /// Boxes that are not there.
    var missing: Set<FourCharacterCode> = []

    static let sampleBytes: [[UInt8]] = [[1], [2, 2], [3, 3, 3], [4, 4, 4, 4]]
    /// Where the first sample lies in ``classic``: behind `ftyp` and the header of `mdat`.
    static let firstOffset = 28

    /// `ftyp`, `mdat`, `moov`.
    var classic: [UInt8] { fileType + mediaData + movie }

    /// `ftyp`, `moov`, `mdat`.
    var classicWithMovieInFront: [UInt8] {
        var moved = self
        let offset = UInt32(fileType.count + movie.count + 8)
        if moved.replaced["stco"] == nil {
            moved.replaced["stco"] = Self.chunkOffsets([offset, offset + 3])
        }
        return fileType + moved.movie + mediaData
    }

    /// `ftyp`, an empty `moov` with `mvex`, and two fragments with two samples each.
    var fragmented: [UInt8] {
        fragmentedHead + fragment(0..<2, at: 0) + fragment(2..<4, at: 20)
    }

    /// What comes before the fragments.
    var fragmentedHead: [UInt8] {
        var empty = self
        let none: Content = { $0.appendZeros(8) }
        for name in ["stts", "stsc", "stco"] as [FourCharacterCode] { empty.replaced[name] = none }
        empty.replaced["stsz"] = { $0.appendZeros(12) }
        empty.missing.insert("ctts")
        let extends = empty.added["moov"]
        let inner = empty
        empty.added["moov"] = { writer in
            extends?(&writer)
            inner.box("mvex", in: &writer) { writer in
                inner.box("trex", in: &writer) { writer in
                    for field in [0, 1, 1, 10, 0, 0] as [UInt32] { writer.append(field) }
                }
            }
        }
        return fileType + empty.movie
    }

    /// A `moof` and its `mdat`.
    func fragment(_ samples: Range<Int>, at decodeTime: UInt64) -> [UInt8] {
        let bytes = Self.sampleBytes[samples].flatMap { $0 }
        func moof(_ offset: UInt32) -> [UInt8] {
            var writer = BoxWriter()
            box("moof", in: &writer) { writer in
                box("mfhd", in: &writer) { $0.append(UInt64(samples.lowerBound / 2 + 1)) }
                box("traf", in: &writer) { writer in
                    box("tfhd", in: &writer) { writer in
                        writer.append(UInt32(0x2_0000))
                        writer.append(UInt32(1))
                    }
                    box("tfdt", in: &writer) { writer in
                        writer.append(UInt32(0x100_0000))
                        writer.append(decodeTime)
                    }
                    box("trun", in: &writer) { writer in
                        writer.append(UInt32(0x201))
                        writer.append(UInt32(samples.count))
                        writer.append(offset)
                        for sample in samples {
                            writer.append(UInt32(Self.sampleBytes[sample].count))
                        }
                    }
                }
            }
            return writer.bytes
        }
        var writer = BoxWriter()
        writer.append(contentsOf: moof(UInt32(moof(0).count + 8)))
        box("mdat", in: &writer) { $0.append(contentsOf: bytes) }
        return writer.bytes
    }

    static func chunkOffsets(_ offsets: [UInt32]) -> Content {
        { writer in
            writer.append(UInt32(0))
            writer.append(UInt32(offsets.count))
            for offset in offsets { writer.append(offset) }
        }
    }

    private var fileType: [UInt8] {
        var writer = BoxWriter()
        box("ftyp", in: &writer) { writer in
            writer.append("isom" as FourCharacterCode)
            writer.append(UInt32(512))
            writer.append("iso6" as FourCharacterCode)
        }
        return writer.bytes
    }

    private var mediaData: [UInt8] {
        var writer = BoxWriter()
        box("mdat", in: &writer) { writer in
            writer.append(contentsOf: Self.sampleBytes.flatMap { $0 })
        }
        return writer.bytes
    }

    private var movie: [UInt8] {
        var writer = BoxWriter()
        box("moov", in: &writer) { writer in
            box("mvhd", in: &writer) { writer in
                for field in [0, 0, 0, 1000, 400] as [UInt32] { writer.append(field) }
                writer.appendZeros(80)
            }
            box("trak", in: &writer, track)
        }
        return writer.bytes
    }

    private func track(_ writer: inout BoxWriter) {
        box("tkhd", in: &writer) { writer in
            for field in [1, 0, 0, 1, 0, 400] as [UInt32] { writer.append(field) }
            writer.appendZeros(16)
            for field in [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30] as [UInt32] {
                writer.append(field)
            }
            writer.append(UInt32(64 << 16))
            writer.append(UInt32(48 << 16))
        }
        box("mdia", in: &writer) { writer in
            box("mdhd", in: &writer) { writer in
                for field in [0, 0, 0, 100, 40, 0x15C7_0000] as [UInt32] { writer.append(field) }
            }
            box("hdlr", in: &writer) { writer in
                writer.appendZeros(8)
                writer.append("vide" as FourCharacterCode)
                writer.appendZeros(12)
                writer.append("Name\0")
            }
            box("minf", in: &writer) { box("stbl", in: &$0, sampleTable) }
        }
    }

    private func sampleTable(_ writer: inout BoxWriter) {
        box("stsd", in: &writer) { writer in
            writer.append(UInt32(0))
            writer.append(UInt32(1))
            box("abcd", in: &writer) { writer in
                writer.append(UInt64(1))
                writer.appendZeros(16)
                writer.append(UInt32(64 << 16 | 48))
            }
        }
        let tables: [(FourCharacterCode, [UInt32])] = [
            ("stts", [0, 1, 4, 10]),
            ("ctts", [0, 2, 1, 10, 3, UInt32(bitPattern: -5)]),
            ("stsc", [0, 1, 1, 2, 1]),
            ("stsz", [0, 0, 4, 1, 2, 3, 4]),
            ("stco", [0, 2, UInt32(Self.firstOffset), UInt32(Self.firstOffset) + 3]),
            ("stss", [0, 2, 1, 3]),
        ]
        for (name, fields) in tables {
            box(name, in: &writer) { writer in
                for field in fields { writer.append(field) }
            }
        }
    }

    private func box(_ type: FourCharacterCode, in writer: inout BoxWriter, _ content: Content) {
        guard !missing.contains(type) else { return }
        writer.box(type) { writer in
            if let other = replaced[type] { other(&writer) } else { content(&writer) }
            added[type]?(&writer)
        }
    }
}

extension TestMovie {
    /// The content of a box: numbers of 32 bits.
    mutating func replace(_ type: FourCharacterCode, _ fields: UInt32...) {
        replaced[type] = { writer in
            for field in fields { writer.append(field) }
        }
    }
}
