// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// What tells a sound card from all others, whatever its number is now.
struct SoundCardIdentity: Sendable, Hashable {
    /// The card's short name, which is unique on a machine at any time.
    let cardID: String
    /// The USB port, such as `1-2.3`.
    let usbPort: String?
    /// The serial number of a USB device.
    let serialNumber: String?

    /// The identity of a card from its folder, such as `/sys/class/sound/card0`; `nil` when the card
    /// is gone.
    init?(folder: String) {
        guard let cardID = Files.line(of: folder + "/id") else { return nil }
        self.cardID = cardID
        // The device of a card is an interface of a USB device, such as 1-2:1.0.
        guard let path = Files.resolved(folder + "/device") else {
            (usbPort, serialNumber) = (nil, nil)
            return
        }
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        let isUSB = Files.exists(parent + "/idVendor")
        let port = parent.lastIndex(of: "/").map { String(parent[parent.index(after: $0)...]) }
        usbPort = isUSB ? port : nil
        serialNumber = isUSB ? Files.line(of: parent + "/serial") : nil
    }

    init(cardID: String, usbPort: String? = nil, serialNumber: String? = nil) {
        self.cardID = cardID
        self.usbPort = usbPort
        self.serialNumber = serialNumber
    }

    /// Whether another card is this one, plugged in again: the one with its serial number, else the
    /// one at its port, else the one with its name.
    func isSameCard(as other: SoundCardIdentity) -> Bool {
        if let serialNumber, serialNumber == other.serialNumber { return true }
        if let usbPort, usbPort == other.usbPort { return serialNumber == other.serialNumber }
        return usbPort == nil && other.usbPort == nil && cardID == other.cardID
    }
}
