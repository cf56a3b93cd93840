// SPDX-License-Identifier: Apache-2.0
/// How a stored frame is displayed: turned clockwise by quarters, then perhaps mirrored.
///
/// These are the eight orientations of Exif and of the display matrix of a movie.
public struct VideoOrientation: Sendable, Hashable, CaseIterable {
    private let quarterTurns: Int
    /// Whether left and right change places once the frame is turned.
    public let isMirrored: Bool

    /// Shown as stored.
    public static let upright = VideoOrientation(nearestTo: 0)
    /// Turned a quarter clockwise for display.
    public static let quarterTurn = VideoOrientation(nearestTo: 90)
    /// Turned by half for display.
    public static let halfTurn = VideoOrientation(nearestTo: 180)
    /// Turned three quarters clockwise for display.
    public static let threeQuarterTurn = VideoOrientation(nearestTo: 270)
    /// As stored, with left and right exchanged.
    public static let mirrored = VideoOrientation(nearestTo: 0, isMirrored: true)

    /// The four turns without mirroring.
    public static let turns = [upright, quarterTurn, halfTurn, threeQuarterTurn]
    /// The four turns, then the four that are also mirrored.
    public static let allCases = turns + turns.map { $0.followed(by: .mirrored) }

    /// The turn nearest to a clockwise angle in degrees, whatever its range, then perhaps a mirror.
    public init(nearestTo degrees: Double, isMirrored: Bool = false) {
        let quarters = degrees.isFinite ? (degrees / 90).rounded().remainder(dividingBy: 4) : 0
        quarterTurns = (Int(quarters) + 4) % 4
        self.isMirrored = isMirrored
    }

    /// The clockwise angle of the turn: 0, 90, 180 or 270.
    public var degrees: Int { quarterTurns * 90 }

    /// The turn alone; what it shows has its top up, too.
    public var withoutMirroring: VideoOrientation { Self.turns[quarterTurns] }

    /// What undoes this orientation.
    public var inverse: VideoOrientation {
        // A mirrored turn undoes itself.
        isMirrored ? self : VideoOrientation(nearestTo: Double(-degrees))
    }

    /// This orientation, then another one.
    public func followed(by next: VideoOrientation) -> VideoOrientation {
        VideoOrientation(
            nearestTo: Double(degrees + (isMirrored ? -next.degrees : next.degrees)),
            isMirrored: isMirrored != next.isMirrored)
    }

    /// Whether width and height change places.
    public var exchangesSides: Bool { !quarterTurns.isMultiple(of: 2) }

    /// The extent of a stored frame once it is displayed.
    public func displayedSize(of stored: Size) -> Size {
        exchangesSides ? Size(width: stored.height, height: stored.width) : stored
    }
}

extension VideoOrientation {
    /// By the tag 0x0112 of Exif 2.32, in the order of ``allCases``.
    private static let exifValues = [1, 6, 3, 8, 2, 5, 4, 7]

    /// The orientation of Exif's number, 1...8; upright for any other.
    package init(exif: Int) {
        self = Self.exifValues.firstIndex(of: exif).map { Self.allCases[$0] } ?? .upright
    }

    /// The number that Exif has for it, 1...8.
    package var exif: Int { Self.exifValues[quarterTurns + (isMirrored ? 4 : 0)] }
}
