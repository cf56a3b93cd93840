// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieBoxes

extension TimedMetadataGroup.Value {
    /// The bytes of the value in a sample.
    func write(to writer: inout BoxWriter) {
        switch self {
        case .utf8(let text), .json(let text): writer.append(text)
        case .float32(let number): writer.append(number)
        case .float64(let number): writer.append(number)
        case .int8(let number): writer.append(number)
        case .int16(let number): writer.append(number)
        case .int32(let number): writer.append(number)
        case .int64(let number): writer.append(number)
        case .uint8(let number): writer.append(number)
        case .uint16(let number): writer.append(number)
        case .uint32(let number): writer.append(number)
        case .uint64(let number): writer.append(number)
        case .point(let point): writer.append([point])
        case .dimensions(let size):
            for number in [size.width, size.height] { writer.append(Float(number)) }
        case .rect(let rect):
            for number in [rect.x, rect.y, rect.width, rect.height] {
                writer.append(Float(number))
            }
        case .other(_, let bytes): writer.append(contentsOf: bytes)
        }
    }

    /// The value that bytes of a well-known type stand for; ``other(dataType:bytes:)`` where they make no
    /// sense, too.
    package init(dataType: UInt32, bytes: ArraySlice<UInt8>) {
        var reader = BoxReader(bytes)
        self =
            Self.read(dataType, &reader)
            .flatMap { reader.isAtEnd ? $0 : nil }
            ?? .other(dataType: dataType, bytes: Array(bytes))
    }

    private static func read(_ dataType: UInt32, _ reader: inout BoxReader) -> Self? {
        switch dataType {
        case 1, 82:
            let bytes = reader.readBytes(reader.rest.count) ?? []
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            if dataType == 1 { return .utf8(text) }
            return JSONSyntax.isDocument(text) ? .json(text) : nil
        case 23: return reader.readFloat().map(Self.float32)
        case 24: return reader.readDouble().map(Self.float64)
        case 65: return reader.read().map(Self.int8)
        case 66: return reader.read().map(Self.int16)
        case 67: return reader.read().map(Self.int32)
        case 74: return reader.read().map(Self.int64)
        case 75: return reader.read().map(Self.uint8)
        case 76: return reader.read().map(Self.uint16)
        case 77: return reader.read().map(Self.uint32)
        case 78: return reader.read().map(Self.uint64)
        case 70:
            return readNumbers(2, &reader).map { .point(Point(x: $0[0], y: $0[1])) }
        case 71:
            return readNumbers(2, &reader).map { .dimensions(Size(width: $0[0], height: $0[1])) }
        case 72:
            return readNumbers(4, &reader).map {
                .rect(Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]))
            }
        default: return nil
        }
    }

    private static func readNumbers(_ count: Int, _ reader: inout BoxReader) -> [Double]? {
        let numbers = (0..<count).compactMap { _ in reader.readFloat().map(Double.init) }
        return numbers.count == count ? numbers : nil
    }
}
