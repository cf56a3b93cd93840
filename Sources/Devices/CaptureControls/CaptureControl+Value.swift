// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureControl {
    /// What a property of a camera is set to.
    public enum Value: Sendable, Hashable, CustomStringConvertible {
        /// A number in the property's unit.
        case number(Double)
        /// One of several words.
        case choice(String)
        /// A place in the frame, normalized to 0...1.
        case point(Point)

        /// As it is written: `0.25`, `locked`, `0.5,0.5`.
        public var description: String {
            switch self {
            case .number(let number): Self.text(of: number)
            case .choice(let word): word
            case .point(let point): "\(Self.text(of: point.x)),\(Self.text(of: point.y))"
            }
        }

        /// At most six decimals, without the zeros behind them.
        static func text(of number: Double) -> String {
            FixedDecimal(number, decimals: 6)?.shortText ?? "\(number)"
        }
    }
}
