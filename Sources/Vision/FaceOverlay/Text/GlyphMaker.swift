// SPDX-License-Identifier: Apache-2.0
internal import CFreeType

/// Makes letters out of fonts; where there is none, out of ``GlyphSheet``. Used by one thread at a time.
struct GlyphMaker {
    /// Fonts that are open at once; hostile names could ask for each of the system's.
    private static let faceLimit = 16

    private var files = FontFiles()
    /// The fonts in the order in which they were needed.
    private var faces: [(location: FontFiles.Location, face: FT_Face)] = []
    private let library: Library?

    /// - Parameter usesFonts: whether the system's fonts are used, where there are any.
    init(usesFonts: Bool = true) {
        library = usesFonts ? Library() : nil
        _ = open(FontFiles.preferred)
    }

    /// Owns FreeType and the fonts that are open.
    private final class Library {
        let handle: FT_Library

        /// `nil` where there is no memory.
        init?() {
            var handle: FT_Library?
            guard FT_Init_FreeType(&handle) == 0, let handle else { return nil }
            self.handle = handle
        }

        deinit { FT_Done_FreeType(handle) }
    }

    /// A letter whose capitals are about three quarters of `pixelSize` high; a question mark where no font
    /// has it.
    mutating func glyph(_ character: Unicode.Scalar, pixelSize: Int) -> Glyph {
        drawn(character, pixelSize) ?? drawn("?", pixelSize)
            ?? Self.sheetGlyph(character, pixelSize)
    }

    private mutating func drawn(_ character: Unicode.Scalar, _ pixelSize: Int) -> Glyph? {
        guard let face = face(for: character),
            FT_Set_Pixel_Sizes(face, 0, FT_UInt(pixelSize)) == 0,
            FT_Load_Char(face, FT_ULong(character.value), facecap_ft_load_flags) == 0,
            let slot = face.pointee.glyph
        else { return nil }
        let bitmap = slot.pointee.bitmap
        var glyph = Glyph(
            left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top),
            width: Int(bitmap.width), height: Int(bitmap.rows),
            advance: (Int(slot.pointee.advance.x) + 32) >> 6)
        guard glyph.width * glyph.height > 0 else { return glyph }
        guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_GRAY.rawValue), let bytes = bitmap.buffer
        else { return nil }
        glyph.coverage.reserveCapacity(glyph.width * glyph.height)
        for row in 0..<glyph.height {
            glyph.coverage += UnsafeBufferPointer(
                start: bytes + row * Int(bitmap.pitch), count: glyph.width)
        }
        return glyph
    }

    private mutating func face(for character: Unicode.Scalar) -> FT_Face? {
        func has(_ face: FT_Face) -> Bool {
            FT_Get_Char_Index(face, FT_ULong(character.value)) != 0
        }
        if let known = faces.first(where: { has($0.face) }) { return known.face }
        guard library != nil, faces.count < Self.faceLimit,
            let location = files.location(of: character)
        else { return nil }
        return open(location)
    }

    private mutating func open(_ location: FontFiles.Location) -> FT_Face? {
        guard let library, !faces.contains(where: { $0.location == location }) else { return nil }
        var face: FT_Face?
        guard FT_New_Face(library.handle, location.path, FT_Long(location.index), &face) == 0,
            let face
        else { return nil }
        faces.append((location, face))
        return face
    }

    /// A letter of squares: seven of them from the base line to the top of a capital.
    private static func sheetGlyph(_ character: Unicode.Scalar, _ pixelSize: Int) -> Glyph {
        let scale = max(1, pixelSize * 3 / 28)
        let width = (GlyphSheet.advance - 1) * scale
        var coverage = [UInt8](repeating: 0, count: width * GlyphSheet.rowCount * scale)
        for run in GlyphSheet.runs(of: Character(character)) {
            for row in run.y * scale..<(run.y + 1) * scale {
                for column in run.x * scale..<(run.x + run.width) * scale {
                    coverage[row * width + column] = 255
                }
            }
        }
        return Glyph(
            left: 0, top: (GlyphSheet.rowCount - 1) * scale, width: width,
            height: GlyphSheet.rowCount * scale, advance: GlyphSheet.advance * scale,
            coverage: coverage)
    }
}
