// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// Reads what the kernel says about the load and the heat of the machine; used by one thread.
struct SystemPressureGauge: Sendable {
    private let proc: String
    private let thermal: String
    private var times: CPUTimes?

    /// Zones and trip points beyond these numbers are not looked at.
    private static var maximumZones: Int { 64 }
    private static var maximumTrips: Int { 16 }

    /// A gauge that reads below these folders.
    init(proc: String = "/proc", thermal: String = "/sys/class/thermal") {
        self.proc = proc
        self.thermal = thermal
    }

    /// Reads everything once: some ten small files.
    mutating func read() -> SystemPressureReading {
        SystemPressureReading(cpu: readCPU(), zones: (0..<Self.maximumZones).compactMap(readZone))
    }

    private mutating func readCPU() -> CPUPressure? {
        if let text = Files.text(of: "\(proc)/pressure/cpu"), let cpu = CPUPressure(pressure: text)
        {
            return cpu
        }
        guard let now = Files.text(of: "\(proc)/stat").flatMap(CPUTimes.init(stat:)) else {
            return nil
        }
        defer { times = now }
        return times.flatMap { now.busyPercent(since: $0) }.map { .busy($0) }
    }

    private func readZone(_ number: Int) -> ThermalZone? {
        let folder = "\(thermal)/thermal_zone\(number)"
        guard let temperature = Self.degrees("\(folder)/temp") else { return nil }
        var zone = ThermalZone(temperature: temperature)
        for trip in 0..<Self.maximumTrips {
            guard let type = Files.text(of: "\(folder)/trip_point_\(trip)_type") else { break }
            // Firmware that has no use for a trip point puts it at or below zero.
            guard let degrees = Self.degrees("\(folder)/trip_point_\(trip)_temp"), degrees > 30
            else { continue }
            switch type.split(whereSeparator: \.isWhitespace).first {
            case "passive": zone.passive = min(zone.passive ?? degrees, degrees)
            case "hot": zone.hot = min(zone.hot ?? degrees, degrees)
            case "critical": zone.critical = min(zone.critical ?? degrees, degrees)
            default: break
            }
        }
        return zone
    }

    /// A number of thousandths of degrees; `nil` for what no working sensor says.
    private static func degrees(_ path: String) -> Double? {
        guard let text = Files.text(of: path)?.split(whereSeparator: \.isWhitespace).first,
            let thousandths = Int(text), (-50_000...200_000).contains(thousandths)
        else { return nil }
        return Double(thousandths) / 1000
    }
}
