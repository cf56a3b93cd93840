// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import ProcessIsolation

/// What messages about codes are, and what they hold.
enum CodeMessage: UInt8 {
    /// Which codes are in this image?
    case read = 1
    /// Those.
    case codes = 16
    /// They could not be looked for.
    case failure = 17

    /// More codes than are told of an image.
    static let codeLimit: UInt8 = 64
    /// More than the text of the largest symbol takes: 2,953 bytes of a QR code, each of which may be a character of
    /// three bytes in UTF-8.
    static let contentLimit = 16_384
}

extension MessageWriter {
    mutating func write(_ codes: [MetadataMachineReadableCodeObject]) {
        let codes = codes.prefix(Int(CodeMessage.codeLimit))
        write(UInt8(clamping: codes.count))
        for code in codes {
            write(code.symbology.number)
            switch code.content {
            case .text(let text):
                write(true)
                write(text)
            case .bytes(let bytes):
                write(false)
                write(bytes)
            }
            for corner in code.corners { write(corner) }
        }
    }

    mutating func write(_ symbologies: Set<MetadataMachineReadableCodeObject.Symbology>) {
        write(UInt8(clamping: symbologies.count))
        for number in symbologies.map(\.number).sorted() { write(number) }
    }
}

extension MessageReader {
    /// Codes, whose corners lie within or near an image of a size.
    mutating func readCodes(
        width: Int, height: Int
    ) throws(MessageDamage) -> [MetadataMachineReadableCodeObject] {
        var codes: [MetadataMachineReadableCodeObject] = []
        for _ in 0..<(try read(in: 0...CodeMessage.codeLimit, "a count")) {
            let symbology = try readSymbology()
            let isText = try readFlag()
            let bytes = try readBytes(limit: CodeMessage.contentLimit)
            let text = isText ? String(validating: bytes, as: UTF8.self) : nil
            var corners: [Point] = []
            for _ in 0..<4 {
                let corner = try readPoint()
                guard abs(corner.x) <= 2 * Double(width), abs(corner.y) <= 2 * Double(height) else {
                    throw MessageDamage("a corner makes no sense")
                }
                corners.append(corner)
            }
            codes.append(
                MetadataMachineReadableCodeObject(
                    symbology: symbology, content: text.map { .text($0) } ?? .bytes(Array(bytes)),
                    corners: corners))
        }
        return codes
    }

    private mutating func readSymbology() throws(MessageDamage)
        -> MetadataMachineReadableCodeObject.Symbology
    {
        guard let symbology = MetadataMachineReadableCodeObject.Symbology(number: try read())
        else { throw MessageDamage("a symbology makes no sense") }
        return symbology
    }

    /// Which codes are asked for.
    mutating func readSymbologies() throws(MessageDamage)
        -> Set<MetadataMachineReadableCodeObject.Symbology>
    {
        var symbologies: Set<MetadataMachineReadableCodeObject.Symbology> = []
        for _ in 0..<(try read(UInt8.self)) {
            symbologies.insert(try readSymbology())
        }
        return symbologies
    }
}
