// SPDX-License-Identifier: Apache-2.0
/// How a stored frame must be turned to stand upright: the clockwise angle.
public enum VideoOrientation: Int, Sendable, Hashable, CaseIterable {
    /// Shown as stored.
    case upright = 0
    /// Turned a quarter clockwise for display.
    case quarterTurn = 90
    /// Turned by half for display.
    case halfTurn = 180
    /// Turned three quarters clockwise for display.
    case threeQuarterTurn = 270

    /// The orientation nearest to a clockwise angle in degrees, whatever its range.
    public init(nearestTo degrees: Double) {
        let quarters = degrees.isFinite ? (degrees / 90).rounded().remainder(dividingBy: 4) : 0
        self = Self.allCases[(Int(quarters) + 4) % 4]
    }

    /// The turn that undoes this one.
    public var inverse: VideoOrientation { VideoOrientation(nearestTo: Double(-rawValue)) }

    /// This turn, then another one.
    public func followed(by next: VideoOrientation) -> VideoOrientation {
        VideoOrientation(nearestTo: Double(rawValue + next.rawValue))
    }

    /// Whether width and height change places.
    public var exchangesSides: Bool { self == .quarterTurn || self == .threeQuarterTurn }
}
