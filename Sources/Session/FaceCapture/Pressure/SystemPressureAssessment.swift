// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Decides from readings how large the pressure is: up at once, down only when it has stayed lower for
/// a while, so that the level does not flutter.
struct SystemPressureAssessment: Sendable {
    /// The state after the last reading.
    private(set) var state = SystemPressureState()

    private var levels: [SystemPressureState.Factor: SystemPressureState.Level] = [:]
    private var calm: [SystemPressureState.Factor: Int] = [:]

    /// Readings in a row that have to be lower before a level falls.
    private static var calmReadings: Int { 3 }
    /// How far below a threshold a level is left, in percent and in degrees.
    private static var cpuMargin: Double { 10 }
    private static var temperatureMargin: Double { 3 }

    /// Enters a reading; the answer is the new state where it differs from the one before.
    mutating func enter(_ reading: SystemPressureReading) -> SystemPressureState? {
        settle(.cpu, margin: Self.cpuMargin) { Self.level(of: reading.cpu, margin: $0) }
        settle(.temperature, margin: Self.temperatureMargin) { margin in
            reading.zones.map { Self.level(of: $0, margin: margin) }.max() ?? .nominal
        }
        let new = SystemPressureState(levels)
        defer { state = new }
        return new == state ? nil : new
    }

    private mutating func settle(
        _ factor: SystemPressureState.Factor, margin: Double,
        _ level: (_ margin: Double) -> SystemPressureState.Level
    ) {
        let current = levels[factor] ?? .nominal
        let (rising, falling) = (level(0), level(margin))
        if rising > current {
            levels[factor] = rising
            calm[factor] = 0
        } else if falling < current {
            let count = calm[factor, default: 0] + 1
            calm[factor] = count % Self.calmReadings
            if count == Self.calmReadings { levels[factor] = falling }
        } else {
            calm[factor] = 0
        }
    }

    /// Thresholds of fair, serious and critical; a machine that is merely busy is not late.
    private static func level(
        of cpu: CPUPressure?, margin: Double
    ) -> SystemPressureState.Level {
        switch cpu {
        case .stalled(let percent): level(percent + margin, [40, 75, 95])
        case .busy(let percent): level(percent + margin / 2, [90, 98])
        case nil: .nominal
        }
    }

    /// By the distance to the zone's own trip points.
    private static func level(of zone: ThermalZone, margin: Double) -> SystemPressureState.Level {
        let slow = zone.passive ?? zone.critical.map { $0 - 15 }
        let danger = zone.critical.map { $0 - 5 } ?? zone.hot
        guard let slow = slow ?? danger else { return .nominal }
        let temperature = zone.temperature + margin
        if let danger, temperature >= min(danger, zone.hot ?? danger) { return .critical }
        return level(temperature, [slow - 10, slow])
    }

    private static func level(
        _ value: Double, _ thresholds: [Double]
    ) -> SystemPressureState.Level {
        let reached = thresholds.count { value >= $0 }
        return SystemPressureState.Level(rawValue: reached) ?? .critical
    }
}
