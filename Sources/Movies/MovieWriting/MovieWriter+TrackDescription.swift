// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples

extension MovieWriter {
    /// What a track of a movie holds.
    public struct TrackDescription: Sendable, Hashable {
        /// What the samples are.
        public enum Content: Sendable, Hashable {
            /// Encoded frames.
            case video(EncodedSample.VideoFormat)
            /// Encoded audio.
            case audio(EncodedSample.AudioFormat)
            /// Timed metadata: a whole `mebx` sample entry (ISO/IEC 14496-12 12.9), the handler's name, and
            /// the index of the track that it describes.
            case metadata(sampleEntry: [UInt8], name: String, describes: Int?)
        }

        /// What the samples are.
        public let content: Content
        /// Ticks a second of the track's times, greater than 0.
        public let timescale: Int32
        /// Whether samples come seldom or never, as of events: no fragment waits for them as it does for frames.
        public let isSparse: Bool

        /// What a track of a movie holds.
        public init(content: Content, timescale: Int32, isSparse: Bool = false) {
            self.content = content
            self.timescale = timescale
            self.isSparse = isSparse
        }

        /// A track of frames on their own time scale.
        public static func video(_ format: EncodedSample.VideoFormat) -> TrackDescription {
            TrackDescription(content: .video(format), timescale: format.timescale)
        }

        /// A track of audio whose times count its sample frames.
        public static func audio(_ format: EncodedSample.AudioFormat) -> TrackDescription {
            TrackDescription(
                content: .audio(format), timescale: Int32(clamping: format.sampleRate))
        }
    }
}
