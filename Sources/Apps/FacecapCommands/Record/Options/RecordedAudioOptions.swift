// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which audio is recorded, and where it is heard meanwhile.
struct RecordedAudioOptions: OptionGroup {
    @Option(
        .option(
            "audio",
            .text("DEVICE", allowed: "auto, source, or a device of ALSA such as hw:0,0"),
            "Also record audio: auto is the first microphone, source the source's own audio, anything else an"
                + " ALSA device such as hw:0,0 or default."))
    var device: String?
    @Option(
        .option(
            "monitor", .text("DEVICE", allowed: "default, or a device of ALSA such as hw:0,0"),
            "Play the recorded audio on an ALSA device; default is the system's default device."))
    var monitor: String?

    /// The audio that is recorded; `nil` for none.
    func selection() throws(FacecapError) -> AudioSelection? {
        guard let device else { return nil }
        return try AudioSelection(device)
    }

    /// Where it is heard; `nil` for nowhere.
    func monitorDevice() throws(FacecapError) -> String? {
        guard let monitor else { return nil }
        guard device != nil else {
            throw FacecapError(
                .invalidArgument,
                "--monitor lets the recorded audio be heard; say with --audio which one.")
        }
        guard !monitor.isEmpty else {
            throw FacecapError(
                .invalidArgument,
                "--monitor needs a name: default, or a device of ALSA such as hw:0,0.")
        }
        return monitor
    }
}
