// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

// The item `org.facecap.frame.codes`, see docs/face-track.md: 32 bits of age in frames, 8 of the count, and for each
// code 8 of its symbology, 8 of what its content is (1 for UTF-8, 0 for bytes), 16 of the content's length, the
// content, and eight 32-bit floats for the corners.

extension BoxWriter {
    mutating func append(_ codes: FaceObservation.Codes) {
        let objects = codes.objects.prefix(Int(UInt8.max))
        append(UInt32(clamping: codes.age))
        append(UInt8(objects.count))
        for object in objects {
            append(object.symbology.number)
            let (isText, content): (UInt8, [UInt8]) =
                switch object.content {
                case .text(let text): (1, Array(text.utf8))
                case .bytes(let bytes): (0, bytes)
                }
            append(isText)
            append(UInt16(clamping: content.count))
            append(contentsOf: content.prefix(Int(UInt16.max)))
            append(object.corners)
        }
    }
}

extension BoxReader {
    /// Codes; those that can be read of an item that is damaged or from a later version.
    mutating func readCodes() -> FaceObservation.Codes? {
        guard let age = read(UInt32.self), let count = read(UInt8.self) else { return nil }
        var codes = FaceObservation.Codes(age: Int(age), objects: [])
        while codes.objects.count < count, let object = readCodeObject() {
            codes.objects.append(object)
        }
        return codes
    }

    private mutating func readCodeObject() -> MetadataMachineReadableCodeObject? {
        guard let number = read(UInt8.self), let isText = read(UInt8.self),
            let length = read(UInt16.self), let content = readBytes(Int(length)),
            let symbology = MetadataMachineReadableCodeObject.Symbology(number: number),
            let corners = readPoints(4)
        else { return nil }
        let text = isText == 1 ? String(validating: content, as: UTF8.self) : nil
        return MetadataMachineReadableCodeObject(
            symbology: symbology, content: text.map { .text($0) } ?? .bytes(Array(content)),
            corners: corners)
    }
}
