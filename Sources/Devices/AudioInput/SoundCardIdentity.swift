// SPDX-License-Identifier: Apache-2.0
import Glibc
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
        guard let cardID = Self.text(of: folder + "/id") else { return nil }
        self.cardID = cardID
        // The device of a card is an interface of a USB device, such as 1-2:1.0.
        guard let interface = realpath(folder + "/device", nil) else {
            (usbPort, serialNumber) = (nil, nil)
            return
        }
        defer { free(interface) }
        let path = String(cString: interface)
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        let isUSB = access(parent + "/idVendor", F_OK) == 0
        let port = parent.lastIndex(of: "/").map { String(parent[parent.index(after: $0)...]) }
        usbPort = isUSB ? port : nil
        serialNumber = isUSB ? Self.text(of: parent + "/serial") : nil
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

    /// The first line of a file, without what would not print; `nil` when there is none.
    private static func text(of path: String) -> String? {
        guard let line = Files.bytes(of: path)?.prefix(while: { $0 != 10 && $0 != 0 }) else {
            return nil
        }
        let text = String(decoding: line.filter { $0 >= 32 && $0 != 127 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
