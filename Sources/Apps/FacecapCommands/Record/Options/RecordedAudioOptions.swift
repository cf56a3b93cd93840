// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which audio is recorded, and where it is heard meanwhile.
struct RecordedAudioOptions: OptionGroup {
    @Option(
        .option(
            "audio", .audio,
            "Also record audio: auto is the first microphone, source the source's own audio, anything else an"
                + " ALSA device such as hw:0,0 or default."))
    var device: AudioSelection?
    @Option(
        .option(
            "audio-volume", .volumes,
            "The volume of the recorded audio, from 0 to 1. Several numbers, separated by"
                + " commas, each set one channel, starting with the left one."))
    var volumes: [Double]?
    @Option(
        .option(
            "monitor",
            .text(
                "DEVICE", allowed: "default, or a device of ALSA such as hw:0,0",
                completion: .words(["default"])),
            "Play the recorded audio on an ALSA device; default is the system's default device."))
    var monitor: String?

    static var rules: [OptionRule] {
        [.of(["monitor"], need: ["audio"], "lets the recorded audio be heard")]
    }

    /// The audio that is recorded; `nil` for none.
    func selection() throws(FacecapError) -> AudioSelection? {
        guard device != nil || volumes == nil else {
            throw FacecapError(
                .invalidArgument,
                "--audio-volume is that of the recorded audio; say with --audio which one.")
        }
        return device
    }
}

extension ValueReader<[Double]> {
    /// Numbers from 0 to 1, one for each channel of audio.
    static var volumes: ValueReader {
        ValueReader("N,...", allowed: "numbers from 0 to 1, such as 0.5 or 1,0") { text in
            text.parts(ValueReader<Double>.number(in: 0...1).read)
        }
    }
}

extension CaptureConnection {
    /// Has the channels of its audio as loud as the user says: all alike by one number.
    func setVolumes(_ volumes: [Double]) {
        guard !volumes.isEmpty else { return }
        // Microphones have no more channels.
        for channel in 0..<(volumes.count == 1 ? 64 : volumes.count) {
            setVolume(volumes[min(channel, volumes.count - 1)], ofAudioChannel: channel)
        }
    }
}
