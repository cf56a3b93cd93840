// SPDX-License-Identifier: Apache-2.0
import SystemSupport

/// What the kernel tells of a port of USB.
enum USBPort {
    /// Megabits a second at which the device at a port such as `1-2.3` runs; `nil` where it is not known.
    static func speed(_ port: String) -> Double? {
        Files.line(of: "/sys/bus/usb/devices/\(port)/speed").flatMap { Double($0) }
    }
}
