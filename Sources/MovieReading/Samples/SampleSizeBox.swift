internal import MovieBoxes

/// ISO/IEC 14496-12 8.7.3, Sample Size (`stsz`) and Compact Sample Size (`stz2`).
struct SampleSizeBox {
    /// How many samples there are; no memory may be taken on this word.
    let count: Int
    private let sizes: Sizes

    private enum Sizes {
        case uniform(UInt32)
        case words(EntryTable)
        /// 4, 8 or 16 bits each.
        case compact(bits: Int, EntryTable)
    }

    /// No samples.
    static let empty = SampleSizeBox()

    private init() {
        count = 0
        sizes = .uniform(0)
    }

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        try fields.skip(4)
        let size: UInt32 = try fields.next()
        let samples: UInt32 = try fields.next()
        count = Int(samples)
        if box.type == .stz2 {
            let bits = Int(size & 0xFF)
            guard [4, 8, 16].contains(bits) else {
                throw BoxDamage(.stz2, "has sizes of \(bits) bits")
            }
            let bytes = (count * bits + 7) / 8
            sizes = .compact(bits: bits, try fields.nextTable(count: bytes, stride: 1))
        } else if size != 0 {
            sizes = .uniform(size)
        } else {
            sizes = .words(try fields.nextTable(count: count, stride: 4))
        }
    }

    /// Bytes of a sample, counted from 0, which exists.
    subscript(_ index: Int) -> Int {
        switch sizes {
        case .uniform(let size): return Int(size)
        case .words(let table): return Int(table.uint32(index))
        case .compact(let bits, let table):
            switch bits {
            case 16: return Int(table.byte(index * 2)) << 8 | Int(table.byte(index * 2 + 1))
            case 8: return Int(table.byte(index))
            default: return Int(table.byte(index / 2) >> (index % 2 == 0 ? 4 : 0) & 15)
            }
        }
    }
}
