// SPDX-License-Identifier: Apache-2.0
import FaceValues
import SystemSupport
import TestSupport
import Testing

@testable import FaceCapture

struct SystemPressureGaugeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var gauge: SystemPressureGauge {
        SystemPressureGauge(proc: folder.path, thermal: folder.path)
    }

    private func write(_ text: String, to name: String) throws {
        _ = try folder.write(Array(text.utf8), to: name)
    }

    @Test func theStallInformationOfTheKernelIsPreferred() throws {
        try write("cpu  1 2 3 4 5\n", to: "stat")
        try write(
            "some avg10=12.50 avg60=3.00 avg300=1.00 total=1\nfull avg10=0.00 total=0\n",
            to: "pressure/cpu")
        var gauge = gauge
        #expect(gauge.read() == SystemPressureReading(cpu: .stalled(12.5)))
    }

    @Test func withoutItTheTicksOfTheProcessorsCount() throws {
        var gauge = gauge
        try write("cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 1 1 1 1\n", to: "stat")
        #expect(gauge.read().cpu == nil)
        try write("cpu  160 0 115 715 110 0 0 0 0 0\n", to: "stat")
        #expect(gauge.read().cpu == .busy(75))
        // No tick later.
        #expect(gauge.read().cpu == nil)
    }

    @Test(arguments: [
        "", "some\n", "some avg10=\n", "some avg10=nan\n", "some avg10=-1\n", "cpu x y z\n",
        "cpu  9 9\n",
    ])
    func nonsenseSaysNothing(text: String) throws {
        try write(text, to: "pressure/cpu")
        try write(text, to: "stat")
        var gauge = gauge
        _ = gauge.read()
        #expect(gauge.read() == SystemPressureReading())
    }

    @Test func zonesComeWithTheirLowestTripPoints() throws {
        let zone = "thermal_zone1"
        try write("61500\n", to: "\(zone)/temp")
        let trips = [
            ("critical", "105000"), ("passive", "95000"), ("passive", "90000"), ("active", "50000"),
            ("hot", "-274000"),
        ]
        for (number, trip) in trips.enumerated() {
            try write(trip.0 + "\n", to: "\(zone)/trip_point_\(number)_type")
            try write(trip.1 + "\n", to: "\(zone)/trip_point_\(number)_temp")
        }
        try write("broken\n", to: "thermal_zone2/temp")
        try write("999999999\n", to: "thermal_zone3/temp")
        var gauge = gauge
        #expect(
            gauge.read().zones == [ThermalZone(temperature: 61.5, passive: 90, critical: 105)])
    }

    @Test func theMonitorTellsWhatItReadsAndStops() throws {
        try write("some avg10=99.00 avg60=0 avg300=0 total=1\n", to: "pressure/cpu")
        let told = Monitor<[SystemPressureState]>([])
        let monitor = try SystemPressureMonitor(
            gauge: gauge, intervalNanoseconds: 1_000_000
        ) { state in
            told.withLock { $0.append(state) }
        }
        let first = told.wait { $0.first }
        #expect(first == SystemPressureState(level: .critical, factors: [.cpu]))
        try write("some avg10=0.00 avg60=0 avg300=0 total=1\n", to: "pressure/cpu")
        let last = told.wait { $0.count > 1 ? $0.last : nil }
        #expect(last == SystemPressureState())
        monitor.stop()
        monitor.stop()
    }
}
