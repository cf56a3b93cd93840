// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import FaceValues
internal import SystemSupport
import Glibc

/// The microphones of this machine, as ALSA knows them.
package enum MicrophoneCatalogue {
    /// Every capture device of every sound card by their numbers, then what the configuration of ALSA
    /// offers under a name of its own, such as `default`, as far as it can be opened.
    ///
    /// Devices of cards that cannot be opened come with the reason. It opens each device for a moment.
    package static func microphones() -> [MicrophoneDescription] {
        ALSALibrary.prepare()
        return cardNumbers().flatMap(devices(ofCard:)) + namedDevices()
    }

    /// The numbers of the sound cards that there are now.
    static func cardNumbers() -> [CInt] {
        var numbers: [CInt] = []
        var number: CInt = -1
        while snd_card_next(&number) == 0, number >= 0 { numbers.append(number) }
        return numbers
    }

    /// Where the kernel tells of a card.
    static func folder(ofCard number: CInt) -> String { "/sys/class/sound/card\(number)" }

    private static func devices(ofCard card: CInt) -> [MicrophoneDescription] {
        var control: OpaquePointer?
        guard snd_ctl_open(&control, "hw:\(card)", CInt(SND_CTL_NONBLOCK)) == 0 else {
            return []
        }
        defer { snd_ctl_close(control) }
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) == 0 else { return [] }
        defer { snd_pcm_info_free(info) }
        var found: [MicrophoneDescription] = []
        var device: CInt = -1
        while snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
            snd_pcm_info_set_device(info, UInt32(device))
            snd_pcm_info_set_subdevice(info, 0)
            snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
            // A device that only plays has no such stream.
            guard snd_ctl_pcm_info(control, info) == 0 else { continue }
            let name = snd_pcm_info_get_name(info).map { String(cString: $0) } ?? ""
            found.append(microphone(card: card, device: device, deviceName: name))
        }
        return found
    }

    private static func microphone(
        card: CInt, device: CInt, deviceName: String
    ) -> MicrophoneDescription {
        var text: UnsafeMutablePointer<CChar>?
        let cardName = snd_card_get_name(card, &text) == 0 ? text.map { String(cString: $0) } : nil
        free(text)
        let identity = SoundCardIdentity(folder: folder(ofCard: card))
        let names = [cardName, deviceName == cardName ? nil : deviceName].compactMap { $0 }
        return describe(
            "hw:\(card),\(device)",
            as: names.filter { !$0.isEmpty }.joined(separator: ", ").onOneLine,
            identity)
    }

    private static func describe(
        _ name: String, as localizedName: String, _ identity: SoundCardIdentity?
    ) -> MicrophoneDescription {
        let capability: Result<PCMCapability, FacecapError>
        do throws(FacecapError) {
            capability = .success(try PCMCapability(ofDevice: name))
        } catch {
            capability = .failure(error)
        }
        let (known, reason): (PCMCapability?, FacecapError?) =
            switch capability {
            case .success(let known): (known, nil)
            case .failure(let reason): (nil, reason)
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
            if microphone.unavailability == nil { found.append(microphone) }
        }
        return found
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
