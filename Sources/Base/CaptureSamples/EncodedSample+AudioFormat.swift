// SPDX-License-Identifier: Apache-2.0
extension EncodedSample {
    /// What the encoded audio of a stream is like.
    public struct AudioFormat: Sendable, Hashable {
        /// How audio is encoded.
        public enum Codec: String, Sendable, Hashable, CaseIterable {
            /// ISO/IEC 14496-3, Advanced Audio Coding.
            case aac
            /// RFC 6716.
            case opus
        }

        /// How audio is encoded.
        public let codec: Codec
        /// Sample frames a second; time stamps count them (Opus: always 48,000).
        public let sampleRate: Int
        /// Channels.
        public let channelCount: Int
        /// What the decoder has to know first: the AudioSpecificConfig of AAC (ISO/IEC 14496-3 1.6.2.1) or
        /// the content of Opus's `dOps` box.
        public let configuration: [UInt8]
        /// Sample frames at the start that are decoded but not heard.
        public let primingFrameCount: Int

        /// What the encoded audio of a stream is like.
        public init(
            codec: Codec, sampleRate: Int, channelCount: Int, configuration: [UInt8],
            primingFrameCount: Int = 0
        ) {
            self.codec = codec
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            self.configuration = configuration
            self.primingFrameCount = primingFrameCount
        }
    }
}
