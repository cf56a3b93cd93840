// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 4.3, File Type (`ftyp`).
package struct FileTypeBox: BoxCodable {
    package var majorBrand: FourCharacterCode
    package var minorVersion: UInt32
    package var compatibleBrands: [FourCharacterCode]
    private var tail: ArraySlice<UInt8> = []

    /// Bytes of content that a reader looks at: a thousand brands will do.
    package static let limit = 4096

    package init(majorBrand: FourCharacterCode, compatibleBrands: [FourCharacterCode]) {
        self.majorBrand = majorBrand
        minorVersion = 0
        self.compatibleBrands = compatibleBrands
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        try self.init(box.type, content: box.content)
    }

    package init(_ type: FourCharacterCode, content: ArraySlice<UInt8>) throws(BoxDamage) {
        var fields = BoxFields(type, content: content)
        majorBrand = try fields.nextCode()
        minorVersion = try fields.next()
        compatibleBrands = []
        while fields.rest.count >= 4 { compatibleBrands.append(try fields.nextCode()) }
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.ftyp) { writer in
            writer.append(majorBrand)
            writer.append(minorVersion)
            for brand in compatibleBrands { writer.append(brand) }
            writer.append(contentsOf: tail)
        }
    }
}
