// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which audio a recording has.
enum AudioSelection: Sendable, Hashable {
    /// That of the source itself, such as a video's.
    case source
    /// That of the first microphone.
    case firstMicrophone
    /// That of a device of ALSA, such as `hw:0,0` or `default`.
    case microphone(String)

    /// The microphone, not open yet; `nil` where the audio is the source's.
    func device() throws(FacecapError) -> CaptureDevice? {
        switch self {
        case .source: return nil
        case .microphone(let name):
            return .microphone(MicrophoneDescription(name: name, localizedName: name))
        case .firstMicrophone:
            if let device = try CaptureDevice.default(for: .audio) { return device }
            throw FacecapError(
                .sourceNotFound,
                "There is no microphone: plug one in, name a device of ALSA such as default, or use "
                    + "--audio source for the source's own audio.")
        }
    }
}

extension ValueReader<AudioSelection> {
    /// `auto`, `source`, or a device of ALSA.
    static var audio: ValueReader {
        ValueReader(
            "DEVICE", allowed: "auto, source, or a device of ALSA such as hw:0,0",
            completion: .words(["auto", "source", "default"])
        ) { text in
            switch text {
            case "": nil
            case "auto": .firstMicrophone
            case "source": .source
            default: .microphone(text)
            }
        }
    }
}
