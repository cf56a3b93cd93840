// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// What tells a sound card from all others, whatever its number is now.
struct SoundCardIdentity: Sendable, Hashable {
    /// The card's short name, which is unique on a machine at any time.
    let cardID: String
    /// The USB port, such as `1-2.3`.
    var usbPort: String?
    /// Vendor and product of a USB device, such as `046d:0825`.
    var usbProduct: String?
    /// The serial number of a USB device, which some makers give to all of a product.
    var serialNumber: String?

    /// The number of this card among those that there are now; `nil` where it is none of them, or may be one of several.
    ///
    /// - Parameter otherPorts: the USB ports at which a card with its serial number is another one.
    func number(
        among cards: [(number: CInt, identity: SoundCardIdentity)],
        besides otherPorts: Set<String> = []
    ) -> CInt? {
        let same = cards.filter { card in
            isSameCard(as: card.identity)
                && card.identity.usbPort.map { otherPorts.contains($0) } != true
        }
        let inPlace = same.first { $0.identity.usbPort == usbPort }
        return inPlace?.number ?? (same.count == 1 ? same[0].number : nil)
    }

    /// The USB ports of the other ones of some cards that have the serial number of this one.
    func ports(
        ofOthersAmong cards: [(number: CInt, identity: SoundCardIdentity)]
    ) -> Set<String> {
        let ports = cards.filter { isSameCard(as: $0.identity) }.compactMap { $0.identity.usbPort }
        return Set(ports.filter { $0 != usbPort })
    }

    /// Whether another card may be this one, plugged in again: one with its serial number, else the
    /// one at its port, else the one with its name.
    func isSameCard(as other: SoundCardIdentity) -> Bool {
        guard usbProduct == other.usbProduct else { return false }
        if let serialNumber, serialNumber == other.serialNumber { return true }
        if let usbPort, usbPort == other.usbPort { return serialNumber == other.serialNumber }
        return usbPort == nil && other.usbPort == nil && cardID == other.cardID
    }
}

extension SoundCardIdentity {
    /// The identity of a card from its folder, such as `/sys/class/sound/card0`; `nil` when the card
    /// is gone.
    init?(folder: String) {
        guard let cardID = Files.line(of: folder + "/id") else { return nil }
        self.init(cardID: cardID)
        // The device of a card is an interface of a USB device, such as 1-2:1.0.
        guard let path = Files.resolved(folder + "/device") else { return }
        let parent = Files.folder(of: path)
        guard let vendor = Files.line(of: parent + "idVendor") else { return }
        usbPort = parent.lastPathComponent
        usbProduct = vendor + ":" + (Files.line(of: parent + "idProduct") ?? "")
        serialNumber = Files.line(of: parent + "serial")
    }
}
