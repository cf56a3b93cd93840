// SPDX-License-Identifier: Apache-2.0
// Made once: comparing with a literal would build the code each time.
extension FourCharacterCode {
    package static let co64: Self = "co64"
    package static let cmov: Self = "cmov"
    package static let ctts: Self = "ctts"
    package static let data: Self = "data"
    package static let dinf: Self = "dinf"
    package static let dref: Self = "dref"
    package static let edts: Self = "edts"
    package static let elst: Self = "elst"
    package static let ftyp: Self = "ftyp"
    package static let hdlr: Self = "hdlr"
    package static let ilst: Self = "ilst"
    package static let keys: Self = "keys"
    package static let mdat: Self = "mdat"
    package static let mdhd: Self = "mdhd"
    package static let mdia: Self = "mdia"
    package static let mdta: Self = "mdta"
    package static let mehd: Self = "mehd"
    package static let meta: Self = "meta"
    package static let mfhd: Self = "mfhd"
    package static let minf: Self = "minf"
    package static let moof: Self = "moof"
    package static let moov: Self = "moov"
    package static let mvex: Self = "mvex"
    package static let mvhd: Self = "mvhd"
    package static let soun: Self = "soun"
    package static let stbl: Self = "stbl"
    package static let stco: Self = "stco"
    package static let stsc: Self = "stsc"
    package static let stsd: Self = "stsd"
    package static let stss: Self = "stss"
    package static let stsz: Self = "stsz"
    package static let stts: Self = "stts"
    package static let stz2: Self = "stz2"
    package static let tfdt: Self = "tfdt"
    package static let tfhd: Self = "tfhd"
    package static let tkhd: Self = "tkhd"
    package static let traf: Self = "traf"
    package static let trak: Self = "trak"
    package static let tref: Self = "tref"
    package static let trex: Self = "trex"
    package static let trun: Self = "trun"
    package static let udta: Self = "udta"
    package static let vide: Self = "vide"

    /// Whether it can name a box at the top of a file: printable, or with the (C) sign of Apple's.
    package var isPrintable: Bool {
        [24, 16, 8, 0].allSatisfy { shift in
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
            return 0x20...0x7E ~= byte || byte == 0xA9
        }
    }
}
