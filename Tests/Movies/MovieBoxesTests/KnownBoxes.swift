// SPDX-License-Identifier: Apache-2.0
import MovieBoxes
import TestSupport

/// The kinds of boxes that can be parsed and written.
enum KnownBoxes {
    static let types: [FourCharacterCode: any BoxCodable.Type] = [
        .ftyp: FileTypeBox.self, .mvhd: MovieHeaderBox.self, .meta: MovieMetadataBox.self,
        .tkhd: TrackHeaderBox.self, .mdhd: MediaHeaderBox.self, .hdlr: HandlerBox.self,
        .tref: TrackReferenceBox.self, .elst: EditListBox.self, .dref: DataReferenceBox.self,
        .stsd: SampleDescriptionBox.self, .stts: EntryTableBox.self,
        .ctts: EntryTableBox.self, .stss: EntryTableBox.self, .stsc: EntryTableBox.self,
        .stsz: SampleSizeBox.self, .stz2: SampleSizeBox.self, .stco: EntryTableBox.self,
        .co64: EntryTableBox.self,
        .trex: TrackExtendsBox.self, .mfhd: MovieFragmentHeaderBox.self,
        .tfhd: TrackFragmentHeaderBox.self, .tfdt: TrackFragmentDecodeTimeBox.self,
        .trun: TrackRunBox.self,
    ]

    /// Whole boxes of every kind, in each version and with all fields that are optional.
    static let examples: [[UInt8]] = patterns.map(bytes)

    private static let identity = "00010000 0*12 00010000 0*12 40000000"
    private static let end = "00010000 0100 0*10 \(identity) 0*24 00000004"

    /// The content of boxes by their names.
    private static let patterns: [(FourCharacterCode, String)] = [
        (.ftyp, "'iso6' 00000200 'iso6' 'mp41'"),
        (.mvhd, "00000000 00000003 00000004 00000258 000004b0 \(end)"),
        (.mvhd, "01000000 0*7 03 0*7 04 00000258 0000000100000000 \(end)"),
        (.mvhd, "00000000 0*8 00000258 ffffffff \(end) 0a0b"),
        (
            .meta,
            "0*4 00000021 'hdlr' 0*8 'mdta' 0*12 00 00000018 'keys' 0*4 00000001 00000008 'mdta' "
                + "00000022 'ilst' 0000001a 00000001 00000012 'data' 00000001 0*4 c3a9"
        ),
        (
            .tkhd,
            "00000003 0*8 00000002 00000007 00000009 0*8 0001 0002 0100 0003 \(identity) "
                + "02800000 01e00000"
        ),
        (
            .tkhd,
            "01000001 0*16 00000002 0*4 0000000100000000 0*16 \(identity) 02800000 01e00000 ff"
        ),
        (.mdhd, "00000000 00000001 00000001 0000bb80 00000002 55c4 0000"),
        (.mdhd, "01000000 0*16 0000bb80 ffffffffffffffff 55c4 0001"),
        (.hdlr, "0*8 'meta' 0*12 'ab' 00"),
        (.hdlr, "0*4 'mhlr' 'vide' 'appl' 00000001 00000002 02 'ab'"),
        (.tref, "0000000c 'cdsc' 00000001 00000010 'hint' 00000002 00000003 00000000"),
        (.elst, "0*4 00000002 00000005 ffffffff 00010000 00000007 00000400 00000000"),
        (.elst, "01000000 00000001 0000000100000000 ffffffffffffffff 00018000"),
        (.dref, "0*4 00000002 0000000c 'url' 20 00000001 0000000f 'url' 20 00000000 'abc'"),
        (.stsd, "0*4 00000002 00000012 'mebx' 0*6 0001 0203 00000009 'text' 07 00000000"),
        (.stts, "0*4 00000002 00000001 00000002 00000003 00000004"),
        (.ctts, "01000000 00000001 00000001 fffffffe"),
        (.stss, "0*4 00000002 00000001 0000001f"),
        (.stsc, "0*4 00000001 00000001 00000002 00000001 00"),
        (.stsz, "0*4 00000000 00000002 00000010 00000020"),
        (.stsz, "0*4 00000011 00000002"),
        (.stz2, "0*4 00000004 00000003 1230"),
        (.stz2, "0*4 00000010 00000002 00010002"),
        (.stco, "0*4 00000002 00000030 00000040"),
        (.co64, "0*4 00000001 0000000100000000"),
        (.trex, "0*4 00000003 00000001 00000002 00000003 01010000"),
        (.mfhd, "0*4 00000005"),
        (.tfhd, "0002003b 00000001 0000000000001000 00000001 00000002 00000003 02000000"),
        (.tfhd, "00020000 00000001"),
        (.tfdt, "01000000 0000000200000000"), (.tfdt, "00000000 00000002"),
        (.trun, "01000f01 00000001 00000060 00000001 00000002 02000000 fffffffe"),
        (.trun, "00000205 00000002 fffffff0 02000000 00000010 00000020"),
        (.trun, "00000000 00000003"),
    ]

    private static func bytes(_ type: FourCharacterCode, _ pattern: String) -> [UInt8] {
        let digits = Array(Hexadecimal.digits(pattern).utf8)
        var writer = BoxWriter()
        writer.box(type) { writer in
            for index in stride(from: 0, to: digits.count, by: 2) {
                let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
                writer.append(UInt8(pair, radix: 16) ?? 0)
            }
        }
        return writer.bytes
    }
}
