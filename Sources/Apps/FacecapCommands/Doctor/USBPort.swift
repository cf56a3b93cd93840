import FoundationEssentials

/// What the kernel tells of a port of USB.
enum USBPort {
    /// Megabits a second at which the device at a port such as `1-2.3` runs; `nil` where it is not known.
    static func speed(_ port: String) -> Double? {
        let path = "/sys/bus/usb/devices/\(port)/speed"
        return (try? String(contentsOfFile: path, encoding: .utf8))
            .flatMap { Double($0.filter { !$0.isWhitespace }) }
    }
}
