// SPDX-License-Identifier: Apache-2.0
/// How much the machine is asked for beyond what it can give, and by what.
public struct SystemPressureState: Sendable, Hashable {
    /// How bad it is.
    public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
        /// Nothing stands in the way.
        case nominal
        /// More than usual; nothing has to change.
        case fair
        /// Work is late or the machine will soon slow itself down: detection does less.
        case serious
        /// Hardly anything gets done in time, or the machine is about to switch itself off.
        case critical

        /// Orders from nominal to critical.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        /// The name in JSON.
        public var description: String {
            switch self {
            case .nominal: "nominal"
            case .fair: "fair"
            case .serious: "serious"
            case .critical: "critical"
            }
        }
    }

    /// What the pressure comes from.
    public enum Factor: String, Sendable, Hashable, CaseIterable {
        /// Threads wait for processors.
        case cpu
        /// A part of the machine is near the temperature at which it slows down or switches off.
        case temperature
    }

    /// The worst level of all factors.
    public let level: Level
    /// The factors that are above nominal.
    public let factors: Set<Factor>
    /// How often frames of a live source are searched as a whole, and looked at, from now on; `nil` where that did
    /// not change.
    public var lookIntervals: LookIntervals?

    /// How seldom a live source's frames are looked at, so that limits hold.
    public struct LookIntervals: Sendable, Hashable {
        /// N, where every Nth frame is searched as a whole.
        public let scan: Int
        /// N, where every Nth frame is looked at.
        public let analysis: Int

        /// Both at least 1.
        public init(scan: Int, analysis: Int) { (self.scan, self.analysis) = (scan, analysis) }
    }

    /// A state; without arguments, no pressure.
    public init(level: Level = .nominal, factors: Set<Factor> = []) {
        self.level = level
        self.factors = factors
    }

    /// The state of the machine whose factors are at these levels.
    public init(_ levels: [Factor: Level]) {
        level = levels.values.max() ?? .nominal
        factors = Set(levels.filter { $0.value > .nominal }.keys)
    }
}
