import Facecap

/// How loud sound is, as people read it.
enum SoundLevel {
    /// `-18 dB`, of the loudest channel; `nil` before the first sound.
    static func text(_ channels: [AudioChannel]) -> String? {
        channels.map(\.averagePowerLevel).max().map { "\(Int($0.rounded())) dB" }
    }
}
