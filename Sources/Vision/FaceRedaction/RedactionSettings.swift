// SPDX-License-Identifier: Apache-2.0
public import FaceOverlay
public import FaceValues

/// How faces are covered, and how much is covered where it is not certain that there is no face.
public struct RedactionSettings: Sendable, Hashable {
    /// What takes the place of a face.
    public enum Method: Sendable, Hashable {
        /// The frame behind frosted glass.
        case blur
        /// Tiles of one color each.
        case pixelate
        /// One color over the face.
        case box(OverlayColor)
        /// Black over the whole head, hair and neck with it.
        case cropOut
    }

    /// What takes the place of a face.
    public var method: Method
    /// How much larger than the face the covered part is: on each side, in widths and heights of the face's
    /// box, 0...1000. Boxes of detectors miss the edge of a face by up to 0.15, of one that is half hidden
    /// by up to 0.32.
    public var margin = 0.35
    /// How fast the covered part grows with the time to the nearest detection: on each side, in widths and
    /// heights of the box a second, 0...1000. A head that turns or begins to walk moves its own width in a second.
    public var growth = 1.0
    /// How long a face stays covered where it was, before it was seen first and after it was seen last.
    public var hold = MediaTime(value: 1, timescale: 1)
    /// How long the whole frame is covered, once ``hold`` is over, for a face that was lost in the middle
    /// of the frame; zero for not at all.
    public var lossCover = MediaTime(value: 2, timescale: 1)
    /// A frame with fewer than three analyzed ones so near in time is covered as a whole, unless all that
    /// near were analyzed: longer than a detector that is late takes, shorter than a face needs to come and
    /// to be recognized.
    public var maximumBlindness = MediaTime(value: 1, timescale: 2)
    /// How long frames of a live source wait for what is found after them, so that a face is covered
    /// before it was seen first: as long as ``hold``. More takes memory: 1.4 MB a frame of 1280x720.
    public var lookahead = MediaTime(value: 1, timescale: 1)

    /// Settings with defaults for all but the method.
    public init(method: Method) { self.method = method }

    /// Throws `invalidArgument` for an extent outside 0...1000 and for a time below 0, which would leave faces uncovered.
    package func validate() throws(FacecapError) {
        for (name, extent) in [("margin", margin), ("growth", growth)]
        where !Self.extents.contains(extent) {
            throw FacecapError(
                .invalidArgument,
                "The \(name) \(extent) of covered faces is outside 0...1000; choose another.")
        }
        let times = [
            ("hold", hold), ("loss cover", lossCover), ("maximum blindness", maximumBlindness),
            ("lookahead", lookahead),
        ]
        for (name, time) in times where time < .zero {
            throw FacecapError(
                .invalidArgument,
                "The \(name) of covered faces is below 0, \(time.seconds) s; choose a time from 0 on."
            )
        }
    }

    /// In widths and heights of a box: of the smallest that counts, more would cover more than everything.
    private static let extents = 0.0...1000.0

    /// An extent as it counts where nobody has checked it: rather too much than too little.
    private static func bounded(_ extent: Double) -> Double {
        extent.isNaN ? extents.upperBound : min(max(extents.lowerBound, extent), extents.upperBound)
    }

    /// The margin that the method asks for: a head is larger than its face.
    var effectiveMargin: Double {
        let margin = Self.bounded(margin)
        return method == .cropOut ? max(margin, Self.headMargin) : margin
    }

    /// How fast the covered part grows.
    var effectiveGrowth: Double { Self.bounded(growth) }

    /// How far away, in nanoseconds, analyzed frames count for one.
    var blindnessNanoseconds: Int64 { max(0, maximumBlindness.boundedNanoseconds) }

    /// From the forehead to above the hair, in heights of a face.
    private static let headMargin = 0.6

    /// How far beyond its first and its last detection a face has an effect, in nanoseconds.
    var reachNanoseconds: Int64 {
        let reach = max(0, hold.boundedNanoseconds) + max(0, lossCover.boundedNanoseconds)
        return min(reach, .max / 4)
    }
}
