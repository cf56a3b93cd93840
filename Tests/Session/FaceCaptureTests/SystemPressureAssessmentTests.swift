// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceCapture

struct SystemPressureAssessmentTests {
    private func levels(
        of readings: [SystemPressureReading]
    ) -> [SystemPressureState.Level] {
        var assessment = SystemPressureAssessment()
        return readings.map { reading in
            _ = assessment.enter(reading)
            return assessment.state.level
        }
    }

    private func stalled(_ percents: Double...) -> [SystemPressureReading] {
        percents.map { SystemPressureReading(cpu: .stalled($0)) }
    }

    @Test func theLevelRisesAtOnce() {
        #expect(
            levels(of: stalled(0, 39, 40, 75, 95, 100))
                == [.nominal, .nominal, .fair, .serious, .critical, .critical])
    }

    @Test func theLevelFallsWhenItHasStayedLowerForAWhile() {
        #expect(
            levels(of: stalled(80, 10, 10, 80, 10, 10, 10))
                == [.serious, .serious, .serious, .serious, .serious, .serious, .nominal])
    }

    @Test func aValueJustBelowAThresholdKeepsTheLevel() {
        #expect(
            levels(of: stalled(75, 66, 66, 66, 66, 64, 64, 64)).suffix(4)
                == [.serious, .serious, .serious, .fair])
    }

    @Test func aMachineThatIsOnlyBusyIsNeverCritical() {
        let readings = [50.0, 90, 100].map { SystemPressureReading(cpu: .busy($0)) }
        #expect(levels(of: readings) == [.nominal, .fair, .serious])
    }

    @Test func changesAloneAreTold() {
        var assessment = SystemPressureAssessment()
        let readings = stalled(10, 50, 50, 80)
        #expect(
            readings.map { assessment.enter($0) } == [
                nil, SystemPressureState(level: .fair, factors: [.cpu]), nil,
                SystemPressureState(level: .serious, factors: [.cpu]),
            ])
    }

    @Test(arguments: [
        (70.0, SystemPressureState.Level.nominal), (80, .fair), (90, .serious), (100, .critical),
    ])
    func heatCountsByTheZonesTripPoints(degrees: Double, level: SystemPressureState.Level) {
        let zone = ThermalZone(temperature: degrees, passive: 90, critical: 105)
        #expect(levels(of: [SystemPressureReading(zones: [zone])]) == [level])
    }

    @Test func aZoneWithoutTripPointsSaysNothing() {
        let zone = ThermalZone(temperature: 120)
        #expect(levels(of: [SystemPressureReading(zones: [zone])]) == [.nominal])
    }

    @Test func theWorstZoneAndBothFactorsCount() {
        var assessment = SystemPressureAssessment()
        let zones = [
            ThermalZone(temperature: 40, passive: 90), ThermalZone(temperature: 91, passive: 90),
        ]
        let state = assessment.enter(SystemPressureReading(cpu: .stalled(50), zones: zones))
        #expect(state == SystemPressureState(level: .serious, factors: [.cpu, .temperature]))
    }
}
