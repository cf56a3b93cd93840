// SPDX-License-Identifier: Apache-2.0
package import MovieBoxes

extension FileTypeBox {
    /// What a file of fragments says of itself; as long as ``finished(_:)``, which takes its place.
    package static func fragmented(_ fileType: MovieFileType) -> FileTypeBox {
        switch fileType {
        case .mp4:
            FileTypeBox(majorBrand: "iso6", compatibleBrands: ["iso6", "isom", "mp41", "mp42"])
        case .m4a:
            FileTypeBox(majorBrand: "M4A ", compatibleBrands: ["M4A ", "iso6", "isom", "mp42"])
        case .mov: finished(.mov)
        }
    }

    /// What stands before the movie's description in a file of fragments: 16 bytes are free behind its `ftyp`, for
    /// the head of the finished movie's media data.
    package static func fragmentedHead(_ fileType: MovieFileType) -> [UInt8] {
        var writer = BoxWriter()
        fragmented(fileType).write(to: &writer)
        writer.box("free") { $0.appendZeros(8) }
        return writer.bytes
    }

    /// What a finished file says of itself: signed composition offsets came with `iso4`.
    package static func finished(_ fileType: MovieFileType) -> FileTypeBox {
        switch fileType {
        case .mp4:
            FileTypeBox(majorBrand: "mp42", compatibleBrands: ["iso4", "isom", "mp41", "mp42"])
        case .m4a:
            FileTypeBox(majorBrand: "M4A ", compatibleBrands: ["M4A ", "iso4", "isom", "mp42"])
        case .mov:
            FileTypeBox(majorBrand: "qt  ", compatibleBrands: ["qt  "])
        }
    }
}
