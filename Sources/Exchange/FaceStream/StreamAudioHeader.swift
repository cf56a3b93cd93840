// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What a stream of audio alone says of itself in its first record.
package struct StreamAudioHeader: Sendable, Hashable {
    /// The version of the program.
    package var version: String
    /// `file`, `microphone`.
    package var sourceKind: String
    /// The path, address or device that was opened.
    package var sourceName: String
    /// Sample frames a second.
    package var sampleRate: Int
    /// Channels, at least 1.
    package var channelCount: Int
    /// What keeps what decodes the audio from everything else; `nil` where nothing is decoded.
    package var isolation: IsolationLevel?

    /// What a stream says of itself.
    package init(
        version: String, sourceKind: String, sourceName: String, sampleRate: Int,
        channelCount: Int, isolation: IsolationLevel? = nil
    ) {
        self.version = version
        self.sourceKind = sourceKind
        self.sourceName = sourceName
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.isolation = isolation
    }
}
