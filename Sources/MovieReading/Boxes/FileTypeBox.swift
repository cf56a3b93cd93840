internal import FaceValues
internal import MovieBoxes

/// ISO/IEC 14496-12 4.3, File Type (`ftyp`).
struct FileTypeBox {
    let majorBrand: FourCharacterCode
    let compatibleBrands: [FourCharacterCode]

    /// A thousand brands will do.
    private static let limit: Int64 = 4096

    /// Reads the box; `nil` when it has no content.
    init?(at location: BoxLocation, of source: any MovieBytes) throws(FacecapError) {
        let content = Int64(location.headerSize)
        var reader = BoxReader(
            try source.bytes(
                at: location.offset + content,
                count: Int(min(location.size - content, Self.limit))))
        guard let brand = reader.readCode(), reader.skip(4) != nil else { return nil }
        majorBrand = brand
        var brands: [FourCharacterCode] = []
        while let brand = reader.readCode() { brands.append(brand) }
        compatibleBrands = brands
    }
}
