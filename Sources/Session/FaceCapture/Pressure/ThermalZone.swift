// SPDX-License-Identifier: Apache-2.0
/// A part of the machine whose temperature is watched, in degrees Celsius.
/// Source: the kernel's "Generic Thermal Sysfs driver How To".
struct ThermalZone: Sendable, Hashable {
    var temperature: Double
    /// From here on the kernel slows the machine down; `nil` where the zone says none.
    var passive: Double?
    /// From here on the machine is in danger; `nil` where the zone says none.
    var hot: Double?
    /// Here the machine switches itself off; `nil` where the zone says none.
    var critical: Double?
}
