internal import CALSA

/// How a device's samples lie, of the ways that are read.
enum PCMSampleFormat: Sendable, Hashable, CaseIterable {
    // In the order in which they are asked for.
    case float32, signed32, signed16

    /// ALSA's number of the format.
    var alsa: snd_pcm_format_t {
        switch self {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .signed32: SND_PCM_FORMAT_S32_LE
        case .signed16: SND_PCM_FORMAT_S16_LE
        }
    }

    /// ALSA's name of the format.
    var name: String {
        switch self {
        case .float32: "FLOAT_LE"
        case .signed32: "S32_LE"
        case .signed16: "S16_LE"
        }
    }

    /// The bytes of a sample.
    var byteCount: Int { self == .signed16 ? 2 : 4 }
}
