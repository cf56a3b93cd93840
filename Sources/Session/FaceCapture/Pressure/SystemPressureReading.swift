// SPDX-License-Identifier: Apache-2.0
/// What the system says of itself at one moment.
struct SystemPressureReading: Sendable, Hashable {
    /// `nil` where the kernel does not tell, and of `/proc/stat` at the first reading.
    var cpu: CPUPressure?
    /// The zones that have a temperature.
    var zones: [ThermalZone] = []
}
