internal import MovieBoxes

// Made once: comparing with a literal would build the code anew each time.
extension FourCharacterCode {
    static let co64: Self = "co64"
    static let cmov: Self = "cmov"
    static let ctts: Self = "ctts"
    static let data: Self = "data"
    static let dinf: Self = "dinf"
    static let dref: Self = "dref"
    static let edts: Self = "edts"
    static let elst: Self = "elst"
    static let ftyp: Self = "ftyp"
    static let hdlr: Self = "hdlr"
    static let ilst: Self = "ilst"
    static let keys: Self = "keys"
    static let mdat: Self = "mdat"
    static let mdhd: Self = "mdhd"
    static let mdia: Self = "mdia"
    static let mdta: Self = "mdta"
    static let mehd: Self = "mehd"
    static let meta: Self = "meta"
    static let mfhd: Self = "mfhd"
    static let minf: Self = "minf"
    static let moof: Self = "moof"
    static let moov: Self = "moov"
    static let mvex: Self = "mvex"
    static let mvhd: Self = "mvhd"
    static let soun: Self = "soun"
    static let stbl: Self = "stbl"
    static let stco: Self = "stco"
    static let stsc: Self = "stsc"
    static let stsd: Self = "stsd"
    static let stss: Self = "stss"
    static let stsz: Self = "stsz"
    static let stts: Self = "stts"
    static let stz2: Self = "stz2"
    static let tfdt: Self = "tfdt"
    static let tfhd: Self = "tfhd"
    static let tkhd: Self = "tkhd"
    static let traf: Self = "traf"
    static let trak: Self = "trak"
    static let tref: Self = "tref"
    static let trex: Self = "trex"
    static let trun: Self = "trun"
    static let vide: Self = "vide"

    /// Whether it can name a box at the top of a file: printable, or with the (C) sign of Apple's.
    var isPrintable: Bool {
        [24, 16, 8, 0].allSatisfy { shift in
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
            return 0x20...0x7E ~= byte || byte == 0xA9
        }
    }
    static let udta: Self = "udta"
}
