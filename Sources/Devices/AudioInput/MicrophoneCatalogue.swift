// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import FaceValues
internal import SystemSupport
import Glibc

/// The microphones of this machine, from `/sys/class/sound` and what ALSA says of them.
package enum MicrophoneCatalogue {
    /// Where the kernel lists its sound devices, also those that the user may not open.
    static let systemFolder = "/sys/class/sound"

    /// Every capture device of every sound card by their numbers, then what the configuration of ALSA
    /// offers under a name of its own, such as `default`, as far as it can be opened or is in use.
    ///
    /// Devices of cards that cannot be opened come with the reason. It opens each device for a moment.
    package static func microphones() -> [MicrophoneDescription] {
        ALSALibrary.prepare()
        return cardNumbers().flatMap(devices(ofCard:)) + namedDevices()
    }

    /// The numbers of the sound cards that there are now.
    static func cardNumbers(in folder: String = systemFolder) -> [CInt] {
        numbers(in: folder, from: "card", to: "")
    }

    /// The numbers of a card's devices that capture.
    static func captureDevices(ofCard card: CInt, in folder: String = systemFolder) -> [CInt] {
        numbers(in: folder, from: "pcmC\(card)D", to: "c")
    }

    /// The numbers between a beginning and an end of names in a folder.
    private static func numbers(
        in folder: String, from prefix: String, to suffix: String
    ) -> [CInt] {
        let names = (try? Files.names(in: folder)) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
            return CInt(name.dropFirst(prefix.count).dropLast(suffix.count))
        }.sorted()
    }

    /// Where the kernel tells of a card.
    static func folder(ofCard number: CInt) -> String { "\(systemFolder)/card\(number)" }

    /// The capture devices of a card that have nodes, which those of a container may lack.
    private static func devices(ofCard card: CInt) -> [MicrophoneDescription] {
        var control: OpaquePointer?
        let isOpen = snd_ctl_open(&control, "hw:\(card)", CInt(SND_CTL_NONBLOCK)) == 0
        defer { if isOpen { snd_ctl_close(control) } }
        return captureDevices(ofCard: card).map { device in
            microphone(
                card: card, device: device,
                deviceName: isOpen ? name(ofDevice: device, control) : nil)
        }.filter { $0.unavailability?.code != .sourceNotFound }
    }

    private static func name(ofDevice device: CInt, _ control: OpaquePointer?) -> String? {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) == 0 else { return nil }
        defer { snd_pcm_info_free(info) }
        snd_pcm_info_set_device(info, UInt32(device))
        snd_pcm_info_set_subdevice(info, 0)
        snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
        guard snd_ctl_pcm_info(control, info) == 0 else { return nil }
        return snd_pcm_info_get_name(info).map { String(cString: $0) }
    }

    private static func microphone(
        card: CInt, device: CInt, deviceName: String?
    ) -> MicrophoneDescription {
        var text: UnsafeMutablePointer<CChar>?
        let cardName = snd_card_get_name(card, &text) == 0 ? text.map { String(cString: $0) } : nil
        free(text)
        let identity = SoundCardIdentity(folder: folder(ofCard: card))
        let names = [cardName ?? identity?.cardID, deviceName == cardName ? nil : deviceName]
            .compactMap { $0 }
        return describe(
            "hw:\(card),\(device)",
            as: names.filter { !$0.isEmpty }.joined(separator: ", ").onOneLine,
            identity)
    }

    private static func describe(
        _ name: String, as localizedName: String, _ identity: SoundCardIdentity?
    ) -> MicrophoneDescription {
        var known: PCMCapability?
        var reason: FacecapError?
        do throws(FacecapError) {
            known = try PCMCapability(ofDevice: name)
        } catch {
            reason = error
        }
        return MicrophoneDescription(
            name: name, localizedName: localizedName.isEmpty ? name : localizedName,
            cardID: identity?.cardID, usbPort: identity?.usbPort,
            serialNumber: identity?.serialNumber, sampleRates: known?.sampleRates,
            channelCounts: known?.channelCounts, sampleFormats: known?.formats.map(\.name) ?? [],
            unavailability: reason)
    }

    /// What has a name without a card in it; `null` gives nothing.
    private static func namedDevices() -> [MicrophoneDescription] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) == 0, let first = hints else { return [] }
        defer { snd_device_name_free_hint(first) }
        var found: [MicrophoneDescription] = []
        var place = first
        while let hint = place.pointee {
            place += 1
            guard let name = text(hint, "NAME"), !name.contains(":"), name != "null",
                text(hint, "IOID") != "Output"
            else { continue }
            let title = text(hint, "DESC")?.split(separator: "\n").first.map(String.init)
            let microphone = describe(name, as: (title ?? "").onOneLine, nil)
            if isThere(microphone) { found.append(microphone) }
        }
        return found
    }

    /// Whether what has a name is there: it can be opened, or somebody else has it open.
    static func isThere(_ microphone: MicrophoneDescription) -> Bool {
        microphone.unavailability.map { $0.code == .deviceBusy } ?? true
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
