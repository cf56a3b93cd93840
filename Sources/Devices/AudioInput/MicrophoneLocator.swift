// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import FaceValues

/// Finds a device again that was unplugged: its card may come back with another number.
struct MicrophoneLocator {
    private let name: String
    private let prefix: String
    private let deviceSuffix: String
    private let identity: SoundCardIdentity?
    /// The USB ports of other cards that had its serial number when it was there.
    private let otherPorts: Set<String>

    /// Remembers which card a name such as `hw:1,0` or `plughw:Webcam,0` means now; other names are
    /// used as they are.
    init(name: String) {
        self.name = name
        let parts = name.split(separator: ":", maxSplits: 1)
        let isCard = parts.count == 2 && ["hw", "plughw"].contains(parts[0])
        let address = isCard ? parts[1].split(separator: ",").map(String.init) : []
        prefix = isCard ? String(parts[0]) : ""
        deviceSuffix = address.dropFirst().map { "," + $0 }.joined()
        let card = address.first.map { $0.hasPrefix("CARD=") ? String($0.dropFirst(5)) : $0 }
        let number = card.map { snd_card_get_index($0) } ?? -1
        identity =
            number >= 0
            ? SoundCardIdentity(folder: MicrophoneCatalogue.folder(ofCard: number)) : nil
        otherPorts = identity?.ports(ofOthersAmong: Self.cards()) ?? []
    }

    /// The name that the device has now; `nil` while its card is not there.
    func currentName() -> String? {
        guard let identity else { return name }
        return identity.number(among: Self.cards(), besides: otherPorts)
            .map { "\(prefix):\($0)\(deviceSuffix)" }
    }

    /// The sound cards that there are now.
    private static func cards() -> [(number: CInt, identity: SoundCardIdentity)] {
        MicrophoneCatalogue.cardNumbers().compactMap { number in
            SoundCardIdentity(folder: MicrophoneCatalogue.folder(ofCard: number))
                .map { (number: number, identity: $0) }
        }
    }
}
