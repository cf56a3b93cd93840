// SPDX-License-Identifier: Apache-2.0
extension CaptureControl {
    /// One control with the type of its value.
    public struct Property<Value: Representable>: Sendable, Hashable {
        /// All that is known of it; `nil` where the camera has no such control.
        public let control: CaptureControl?

        /// Whether the camera has it.
        public var isSupported: Bool { control != nil }
        /// What it is; `nil` where that is not known.
        public var value: Value? { control?.value.flatMap(Value.init(controlValue:)) }
        /// What the driver makes it at first; `nil` where that is not known.
        public var defaultValue: Value? { control?.defaultValue.flatMap(Value.init(controlValue:)) }
        /// What its numbers count; `nil` where they count nothing known.
        public var unit: String? { control?.unit }

        /// The values it can have, where they can be counted; else empty.
        public var supportedValues: [Value] {
            switch control?.domain {
            case .choices(let words):
                words.compactMap { Value(controlValue: .choice($0)) }
            case .numbers(let numbers):
                numbers.compactMap { Value(controlValue: .number($0)) }
            default: []
            }
        }

        /// The numbers it can have; `nil` for what is no number.
        public var range: ClosedRange<Double>? {
            switch control?.domain {
            case .range(let range, _): return range
            case .numbers(let numbers):
                guard let first = numbers.first, let last = numbers.last else { return nil }
                return first...last
            default: return nil
            }
        }

        /// From one number it can have to the next; `nil` where there is no such step.
        public var step: Double? {
            guard case .range(_, let step) = control?.domain else { return nil }
            return step
        }
    }
}
