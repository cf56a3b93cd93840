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

    /// What a source's frames are like.
    public init(
        width: Int, height: Int, frameRate: Double?, orientation: VideoOrientation = .upright
    ) {
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.orientation = orientation
    }

    /// How far apart frames are at the nominal rate; `nil` where there is none.
    public var frameDuration: MediaTime? { frameRate.flatMap(MediaTime.init(frameRate:)) }

    /// The same frames at another rate.
    package func with(frameRate: Double?) -> VideoFormat {
        VideoFormat(width: width, height: height, frameRate: frameRate, orientation: orientation)
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
        } else if abs(television / 1.001 - rate) < 0.0005 {
            self.init(value: 1001, timescale: Int32(television) * 1000)
        } else {
            self.init(seconds: 1 / rate, preferredTimescale: 1_000_000)
        }
    }
}
