// SPDX-License-Identifier: Apache-2.0
/// How busy the processors are, in percent.
enum CPUPressure: Sendable, Hashable {
    /// The share of the last 10 seconds in which some thread waited for a processor:
    /// `some avg10` of `/proc/pressure/cpu` (kernel documentation, "PSI - Pressure Stall Information").
    case stalled(Double)
    /// The share of the time since the reading before in which processors were not idle, of
    /// `/proc/stat` (proc(5)).
    case busy(Double)

    /// Reads the text of `/proc/pressure/cpu`; `nil` where it says nothing.
    init?(pressure text: String) {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
            let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
            let percent = Double(field.dropFirst("avg10=".count)), (0...100).contains(percent)
        else { return nil }
        self = .stalled(percent)
    }
}
