// SPDX-License-Identifier: Apache-2.0
/// What a source's audio is like before the first of it is read.
public struct AudioFormat: Sendable, Hashable {
    /// Sample frames a second.
    public let sampleRate: Int
    /// Channels, at least 1.
    public let channelCount: Int

    /// What a source's audio is like.
    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }
}
