// SPDX-License-Identifier: Apache-2.0
/// One channel of the audio that passes along a connection: how loud it is, and whether and how it passes.
public struct CaptureAudioChannel: Sendable, Hashable {
    /// The root mean square over about 0.3 s, in dBFS: 0 for a full-scale square wave, -160 for
    /// silence.
    public let averagePowerLevel: Double
    /// The highest sample, falling by 20 dB a second when nothing as loud follows, in dBFS.
    public let peakHoldLevel: Double
    /// Whether it is heard; samples of a channel that is not are 0.
    public internal(set) var isEnabled = true
    /// What its samples are multiplied by, in 0...1; the levels are those after that.
    public internal(set) var volume = 1.0
}
