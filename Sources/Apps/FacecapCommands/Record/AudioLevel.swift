// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How loud audio is, as people read it.
enum AudioLevel {
    /// `-18 dB`, of the loudest channel; `nil` before the first audio.
    static func text(_ channels: [CaptureAudioChannel]) -> String? {
        channels.map(\.averagePowerLevel).max().map { "\(Int($0.rounded())) dB" }
    }
}
