// SPDX-License-Identifier: Apache-2.0
extension EncodedSample {
    /// What the encoded samples are like that a source hands out beside or instead of decoded ones.
    public struct Formats: Sendable, Hashable {
        /// Of the frames; `nil` when they come decoded alone.
        public var video: VideoFormat?
        /// Of the audio; `nil` when it comes decoded alone, or not at all.
        public var audio: AudioFormat?

        /// The formats of what a source hands out encoded; without arguments, nothing.
        public init(video: VideoFormat? = nil, audio: AudioFormat? = nil) {
            self.video = video
            self.audio = audio
        }
    }
}
