// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension EncodedSample {
    /// What the encoded frames of a stream are like.
    public struct VideoFormat: Sendable, Hashable {
        /// How frames are encoded.
        public enum Codec: String, Sendable, Hashable, CaseIterable {
            /// ISO/IEC 14496-10.
            case h264
            /// ISO/IEC 23008-2.
            case hevc
            /// AV1 Bitstream & Decoding Process Specification.
            case av1
        }

        /// What the numbers of a frame mean as colours, in the codes of ISO/IEC 23091-2.
        public struct Color: Sendable, Hashable {
            /// The colours of the three lights.
            public let primaries: UInt16
            /// From light to number.
            public let transfer: UInt16
            /// From red, green and blue to luma and chroma.
            public let matrix: UInt16
            /// Whether luma runs over 0...255.
            public let isFullRange: Bool

            /// The meaning of a frame's numbers; 2 where a code is unknown.
            public init(primaries: UInt16, transfer: UInt16, matrix: UInt16, isFullRange: Bool) {
                self.primaries = primaries
                self.transfer = transfer
                self.matrix = matrix
                self.isFullRange = isFullRange
            }
        }

        /// How frames are encoded.
        public let codec: Codec
        /// Stored pixels a row.
        public let width: Int
        /// Stored rows.
        public let height: Int
        /// How the stored frame must be turned to stand upright.
        public var orientation: VideoOrientation
        /// What the decoder has to know first: the content of an `avcC` or `hvcC` box (ISO/IEC 14496-15), or
        /// of an `av1C` box.
        public let configuration: [UInt8]
        /// What the numbers mean as colours; `nil` when the stream does not say.
        public let color: Color?
        /// Ticks a second of the time stamps.
        public let timescale: Int32

        /// What the encoded frames of a stream are like.
        public init(
            codec: Codec, width: Int, height: Int, orientation: VideoOrientation = .upright,
            configuration: [UInt8], color: Color? = nil, timescale: Int32
        ) {
            self.codec = codec
            self.width = width
            self.height = height
            self.orientation = orientation
            self.configuration = configuration
            self.color = color
            self.timescale = timescale
        }
    }
}
