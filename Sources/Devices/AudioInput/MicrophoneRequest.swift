// SPDX-License-Identifier: Apache-2.0
/// What a microphone is asked for; the device may give something near it.
public struct MicrophoneRequest: Sendable, Hashable {
    /// Sample frames a second; `nil` for 48,000 or the rate nearest to it.
    public var sampleRate: Int?
    /// Channels, 1...8; `nil` for 2, or what the device has.
    public var channelCount: Int?

    /// A request; without arguments, what is usual.
    public init(sampleRate: Int? = nil, channelCount: Int? = nil) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }
}
