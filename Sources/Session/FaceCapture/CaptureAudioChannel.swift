// SPDX-License-Identifier: Apache-2.0
/// How loud one channel of audio is.
public struct CaptureAudioChannel: Sendable, Hashable {
    /// The root mean square over about 0.3 s, in dBFS: 0 for a full-scale square wave, -160 for
    /// silence.
    public let averagePowerLevel: Double
    /// The highest sample, falling by 20 dB a second when nothing as loud follows, in dBFS.
    public let peakHoldLevel: Double
}
