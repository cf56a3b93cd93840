// SPDX-License-Identifier: Apache-2.0
extension DeviceWatcher {
    /// What happened to a device.
    package enum Event: Sendable, Hashable {
        /// It was plugged in.
        case appeared(DiscoveredDevice)
        /// It was unplugged, as it was known last.
        case disappeared(DiscoveredDevice)
        /// The system lets this user open it now, or no longer.
        case changed(DiscoveredDevice)

        /// The device.
        package var device: DiscoveredDevice {
            switch self {
            case .appeared(let device), .disappeared(let device), .changed(let device): device
            }
        }

        /// What turns one list of devices into another: what is gone first, then the rest in its order.
        static func events(
            from before: [DiscoveredDevice], to after: [DiscoveredDevice]
        ) -> [Event] {
            let known = Dictionary(before.map { ($0.key, $0) }) { first, _ in first }
            let left = Set(after.map(\.key))
            let gone = before.filter { !left.contains($0.key) }.map { Event.disappeared($0) }
            return gone
                + after.compactMap { device in
                    guard let earlier = known[device.key] else { return .appeared(device) }
                    return earlier.isPermitted == device.isPermitted ? nil : .changed(device)
                }
        }
    }
}
