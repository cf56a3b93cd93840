// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap controls` and `facecap devices` say of one control.
struct ControlRecord: Encodable {
    let control: CaptureControl

    init(_ control: CaptureControl) { self.control = control }

    var name: String { control.name.rawValue }

    private enum CodingKeys: String, CodingKey {
        case name, minimum, maximum, step, choices, unit, value, raw, active
        case defaultValue = "default"
        case isReadOnly = "read_only"
    }

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: CodingKeys.self)
        try record.encode(name, forKey: .name)
        switch control.domain {
        case .range(let range, let step):
            try record.encode(Self.rounded(range.lowerBound), forKey: .minimum)
            try record.encode(Self.rounded(range.upperBound), forKey: .maximum)
            try record.encode(Self.rounded(step), forKey: .step)
        case .numbers(let numbers):
            try record.encode(numbers.map(Self.rounded), forKey: .choices)
        case .choices(let words): try record.encode(words, forKey: .choices)
        case .point: break
        }
        try record.encodeIfPresent(control.unit, forKey: .unit)
        try encode(control.value, .value, &record)
        try encode(control.defaultValue, .defaultValue, &record)
        try record.encodeIfPresent(control.rawValue, forKey: .raw)
        try record.encode(control.isActive, forKey: .active)
        try record.encode(control.isReadOnly, forKey: .isReadOnly)
    }

    private func encode(
        _ value: CaptureControl.Value?, _ key: CodingKeys,
        _ record: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        switch value {
        case .number(let number): try record.encode(Self.rounded(number), forKey: key)
        case .choice(let word): try record.encode(word, forKey: key)
        case .point(let point):
            try record.encode([point.x, point.y].map(Self.rounded), forKey: key)
        case nil: break
        }
    }

    /// Six decimals, so that 0.0333 does not come with the noise of its computation.
    private static func rounded(_ number: Double) -> Double {
        abs(number) < 1e9 ? (number * 1_000_000).rounded() / 1_000_000 : number
    }
}
