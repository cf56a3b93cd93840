// SPDX-License-Identifier: Apache-2.0
extension TimedMetadataGroup {
    /// A value of one of the well-known types (QuickTime File Format, "Well-known types").
    ///
    /// A recording takes texts of at most 16,384 bytes and numbers that are finite.
    public enum Value: Sendable, Hashable {
        /// A text, type 1.
        case utf8(String)
        /// A text that is JSON, type 82.
        case json(String)
        /// 32 bits of a floating-point number, type 23.
        case float32(Float)
        /// 64 bits of a floating-point number, type 24.
        case float64(Double)
        /// 8 bits with a sign, type 65.
        case int8(Int8)
        /// 16 bits with a sign, type 66.
        case int16(Int16)
        /// 32 bits with a sign, type 67.
        case int32(Int32)
        /// 64 bits with a sign, type 74.
        case int64(Int64)
        /// 8 bits, type 75.
        case uint8(UInt8)
        /// 16 bits, type 76.
        case uint16(UInt16)
        /// 32 bits, type 77.
        case uint32(UInt32)
        /// 64 bits, type 78.
        case uint64(UInt64)
        /// x and y, kept with 32 bits each, type 70.
        case point(Point)
        /// A width and a height, kept with 32 bits each, type 71.
        case dimensions(Size)
        /// x, y, width and height, kept with 32 bits each, type 72.
        case rect(Rect)
        /// What a movie of somebody else holds under another type: the type's code and the bytes. A
        /// recording does not take it.
        case other(dataType: UInt32, bytes: [UInt8])
    }
}

extension TimedMetadataGroup.Value {
    /// The code of the type.
    public var dataType: UInt32 {
        switch self {
        case .utf8: 1
        case .json: 82
        case .float32: 23
        case .float64: 24
        case .int8: 65
        case .int16: 66
        case .int32: 67
        case .int64: 74
        case .uint8: 75
        case .uint16: 76
        case .uint32: 77
        case .uint64: 78
        case .point: 70
        case .dimensions: 71
        case .rect: 72
        case .other(let dataType, _): dataType
        }
    }

    /// The numbers of a point, of dimensions or of a rectangle, in the order in which they are kept; none of
    /// other values.
    package var coordinates: [Double] {
        switch self {
        case .point(let point): [point.x, point.y]
        case .dimensions(let size): [size.width, size.height]
        case .rect(let rect): [rect.x, rect.y, rect.width, rect.height]
        default: []
        }
    }

    /// The value for people; hexadecimal digits of one whose type is not known.
    package var text: String {
        switch self {
        case .utf8(let text), .json(let text): text
        case .float32(let number): "\(number)"
        case .float64(let number): "\(number)"
        case .int8(let number): "\(number)"
        case .int16(let number): "\(number)"
        case .int32(let number): "\(number)"
        case .int64(let number): "\(number)"
        case .uint8(let number): "\(number)"
        case .uint16(let number): "\(number)"
        case .uint32(let number): "\(number)"
        case .uint64(let number): "\(number)"
        case .point, .dimensions, .rect:
            coordinates.map { "\(Float($0))" }.joined(separator: ",")
        case .other(_, let bytes):
            bytes.map { String($0, radix: 16, paddedTo: 2) }.joined()
        }
    }

    /// The name of the type, such as `float64`; `type-27` of one without a name here.
    public var typeName: String {
        switch self {
        case .utf8: "utf8"
        case .json: "json"
        case .float32: "float32"
        case .float64: "float64"
        case .int8: "int8"
        case .int16: "int16"
        case .int32: "int32"
        case .int64: "int64"
        case .uint8: "uint8"
        case .uint16: "uint16"
        case .uint32: "uint32"
        case .uint64: "uint64"
        case .point: "point"
        case .dimensions: "dimensions"
        case .rect: "rect"
        case .other(let dataType, _): "type-\(dataType)"
        }
    }
}
