// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension JSONWriter {
    /// The fields of a value in timed metadata: `number`, or `numbers` of points, sizes and rectangles, or `text`;
    /// none of a number that JSON does not have.
    mutating func metadata(_ item: TimedMetadataGroup.Item, for duration: MediaTime) {
        member("duration", duration.seconds, decimals: 6)
        member("key", item.key)
        member("value_type", item.value.typeName)
        switch item.value {
        case .utf8, .json, .other:
            member("text", item.value.text)
        case .point, .dimensions, .rect:
            guard item.value.coordinates.allSatisfy(\.isFinite) else { break }
            array("numbers") { json in
                for number in item.value.coordinates { json.token("\(Float(number))") }
            }
        case .float32(let number) where !number.isFinite: break
        case .float64(let number) where !number.isFinite: break
        default:
            key("number")
            token(item.value.text)
        }
    }
}
