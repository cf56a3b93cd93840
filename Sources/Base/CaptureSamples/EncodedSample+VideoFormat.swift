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

        /// What the numbers of a frame mean as colors, in the codes of ISO/IEC 23091-2.
        public struct Color: Sendable, Hashable {
            /// The colors of the three lights.
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
        /// What the numbers mean as colors; `nil` when the stream does not say.
        public let color: Color?
        /// The shape of a stored pixel.
        public let pixelAspectRatio: CaptureSamples.VideoFormat.PixelAspectRatio
        /// Ticks a second of the time stamps.
        public let timescale: Int32

        /// What the encoded frames of a stream are like.
        public init(
            codec: Codec, width: Int, height: Int, orientation: VideoOrientation = .upright,
            configuration: [UInt8], color: Color? = nil,
            pixelAspectRatio: CaptureSamples.VideoFormat.PixelAspectRatio = .square,
            timescale: Int32
        ) {
            self.codec = codec
            self.width = width
            self.height = height
            self.orientation = orientation
            self.configuration = configuration
            self.color = color
            self.pixelAspectRatio = pixelAspectRatio
            self.timescale = timescale
        }
    }
}

extension EncodedSample.VideoFormat.Color {
    /// What the numbers of cameras mean: BT.601, with the lights and the curve of BT.709.
    package static func ofCameras(isFullRange: Bool = false) -> Self {
        Self(primaries: 1, transfer: 1, matrix: 6, isFullRange: isFullRange)
    }

    /// What the numbers of an image mean, as far as it tells; the lights and the curve are those that its stream
    /// tells, or those of cameras.
    package init(of image: PixelBuffer, from stream: Self?) {
        func known(_ code: UInt16?, or other: UInt16) -> UInt16 {
            code.flatMap { $0 == 2 ? nil : $0 } ?? other
        }
        let usual = Self.ofCameras()
        let matrix = UInt16(image.effectiveMatrix.rawValue)
        // BT.601 has two codes.
        let isOther601 = matrix == 6 && stream?.matrix == 5
        self.init(
            primaries: known(stream?.primaries, or: usual.primaries),
            transfer: known(stream?.transfer, or: usual.transfer),
            matrix: isOther601 ? 5 : matrix, isFullRange: image.isFullRange)
    }
}
