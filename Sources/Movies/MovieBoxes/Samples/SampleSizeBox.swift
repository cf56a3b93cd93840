// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.7.3, Sample Size (`stsz`) and Compact Sample Size (`stz2`).
package struct SampleSizeBox: BoxCodable {
    /// How many samples there are; no memory may be taken on this word.
    package let count: Int
    private let sizes: Sizes
    private var versionAndFlags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    private enum Sizes: Sendable, Equatable {
        case uniform(UInt32)
        case words(EntryTable)
        /// 4, 8 or 16 bits each; the field that says so has 24 reserved bits.
        case compact(field: UInt32, EntryTable)
    }

    /// No samples.
    package static let empty = SampleSizeBox(
        sizes: EntryTable(count: 0, stride: 4) { _ in })

    /// Sizes of 4 bytes each.
    package init(sizes: EntryTable) {
        count = sizes.count
        self.sizes = .words(sizes)
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        versionAndFlags = try fields.next()
        let size: UInt32 = try fields.next()
        let samples: UInt32 = try fields.next()
        count = Int(samples)
        if box.type == .stz2 {
            let bits = Int(size & 0xFF)
            guard [4, 8, 16].contains(bits) else {
                throw BoxDamage(.stz2, "has sizes of \(bits) bits")
            }
            let bytes = (count * bits + 7) / 8
            sizes = .compact(field: size, try fields.nextTable(count: bytes, stride: 1))
        } else if size != 0 {
            sizes = .uniform(size)
        } else {
            sizes = .words(try fields.nextTable(count: count, stride: 4))
        }
        tail = fields.rest
    }

    /// Bytes of a sample, counted from 0, which exists.
    package subscript(_ index: Int) -> Int {
        switch sizes {
        case .uniform(let size): return Int(size)
        case .words(let table): return Int(table.uint32(index))
        case .compact(let field, let table):
            switch field & 0xFF {
            case 16: return Int(table.byte(index * 2)) << 8 | Int(table.byte(index * 2 + 1))
            case 8: return Int(table.byte(index))
            default: return Int(table.byte(index / 2) >> (index % 2 == 0 ? 4 : 0) & 15)
            }
        }
    }

    package func write(to writer: inout BoxWriter) {
        let (type, field, table): (FourCharacterCode, UInt32, EntryTable) =
            switch sizes {
            case .uniform(let size): (.stsz, size, .empty)
            case .words(let table): (.stsz, 0, table)
            case .compact(let field, let table): (.stz2, field, table)
            }
        writer.box(type) { writer in
            writer.append(versionAndFlags)
            writer.append(field)
            writer.append(UInt32(truncatingIfNeeded: count))
            writer.append(contentsOf: table.bytes)
            writer.append(contentsOf: tail)
        }
    }
}
