// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap inspect --json` writes of a value in timed metadata.
struct TimedMetadataRecord: Encodable {
    let time: Double
    let duration: Double
    let key: String
    let type: String
    let value: Value

    /// The values of a group that was read from a movie.
    static func records(_ group: TimedMetadataGroup) -> [TimedMetadataRecord] {
        group.items.map { item in
            TimedMetadataRecord(
                time: JSONLine.microseconds(group.start?.seconds ?? 0),
                duration: JSONLine.microseconds(group.duration?.seconds ?? 0), key: item.key,
                type: item.value.typeName, value: Value(value: item.value))
        }
    }
}

extension TimedMetadataRecord {
    /// Numbers as numbers, points and sizes and rectangles as arrays, texts as texts, JSON as a text too; other
    /// types as hexadecimal digits.
    struct Value: Encodable {
        let value: TimedMetadataGroup.Value

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .utf8, .json, .other: try container.encode(value.text)
            case .float32(let number): try container.encode(number.isFinite ? number : nil)
            case .float64(let number): try container.encode(number.isFinite ? number : nil)
            case .int8(let number): try container.encode(number)
            case .int16(let number): try container.encode(number)
            case .int32(let number): try container.encode(number)
            case .int64(let number): try container.encode(number)
            case .uint8(let number): try container.encode(number)
            case .uint16(let number): try container.encode(number)
            case .uint32(let number): try container.encode(number)
            case .uint64(let number): try container.encode(number)
            case .point, .dimensions, .rect:
                try container.encode(
                    value.coordinates.map { $0.isFinite ? Float($0) : nil })
            }
        }
    }
}
