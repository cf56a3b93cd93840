// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// What a source's frames are like before the first one is read.
public struct VideoFormat: Sendable, Hashable {
    /// Stored pixels a row.
    public let width: Int
    /// Stored rows.
    public let height: Int
    /// Nominal frames a second; `nil` for still frames and where the stream does not say.
    public let frameRate: Double?
    /// How the stored frame must be turned to stand upright.
    public let orientation: VideoOrientation
    /// What the numbers of a frame mean as colors; `nil` when the stream does not say.
    public let color: EncodedSample.VideoFormat.Color?
    /// The shape of a stored pixel.
    public let pixelAspectRatio: PixelAspectRatio

    /// What a source's frames are like.
    public init(
        width: Int, height: Int, frameRate: Double?, orientation: VideoOrientation = .upright,
        color: EncodedSample.VideoFormat.Color? = nil, pixelAspectRatio: PixelAspectRatio = .square
    ) {
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.orientation = orientation
        self.color = color
        self.pixelAspectRatio = pixelAspectRatio
    }

    /// How far apart frames are at the nominal rate; `nil` where there is none.
    public var frameDuration: MediaTime? { frameRate.flatMap(MediaTime.init(frameRate:)) }

    /// The same frames at another rate.
    package func with(frameRate: Double?) -> VideoFormat {
        VideoFormat(
            width: width, height: height, frameRate: frameRate, orientation: orientation,
            color: color, pixelAspectRatio: pixelAspectRatio)
    }
}

extension VideoFormat {
    /// The shape of a stored pixel as it is displayed: ISO/IEC 14496-12 12.1.4.
    public struct PixelAspectRatio: Sendable, Hashable {
        /// As wide as high.
        public static let square = PixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)

        /// The width of a pixel, at least 1.
        public let horizontalSpacing: UInt32
        /// Its height in the same unit, at least 1.
        public let verticalSpacing: UInt32

        /// The shape of a pixel; ``square`` where both sides are equal or one is 0.
        public init(horizontalSpacing: UInt32, verticalSpacing: UInt32) {
            let isSquare =
                horizontalSpacing == verticalSpacing || horizontalSpacing == 0
                || verticalSpacing == 0
            self.horizontalSpacing = isSquare ? 1 : horizontalSpacing
            self.verticalSpacing = isSquare ? 1 : verticalSpacing
        }

        /// The width of a pixel in its heights.
        package var value: Double { Double(horizontalSpacing) / Double(verticalSpacing) }

        /// The same shape in a frame that is displayed this way.
        package func displayed(by orientation: VideoOrientation) -> PixelAspectRatio {
            orientation.exchangesSides
                ? PixelAspectRatio(
                    horizontalSpacing: verticalSpacing, verticalSpacing: horizontalSpacing) : self
        }

        /// The extent of a frame of such pixels, in square ones of the same height.
        package func squareSize(of size: Size) -> Size {
            Size(width: size.width * value, height: size.height)
        }
    }
}

extension MediaTime {
    /// How far apart frames are at a rate, exactly for whole rates and those of television; `nil` where that makes no
    /// sense.
    package init?(frameRate rate: Double) {
        guard rate > 0, rate <= 1_000_000 else { return nil }
        let television = (rate * 1.001).rounded()
        if rate == rate.rounded() {
            self.init(value: 1, timescale: Int32(rate))
        } else if television > 0, abs(television / 1.001 - rate) < 0.0005 {
            self.init(value: 1001, timescale: Int32(television) * 1000)
        } else {
            self.init(seconds: 1 / rate, preferredTimescale: 1_000_000)
        }
    }
}
