// SPDX-License-Identifier: Apache-2.0
/// How two reduced frames differ, in integers.
struct FrameDifference {
    /// How far the second frame may be moved against the first one to look alike, in cells, and from place to
    /// place.
    private static let (reach, step) = ((columns: 24, rows: 10), 2)
    /// How much a quick zoom magnifies from one frame to the next, more or less, as a fraction, ...
    private static let magnification = (by: 9, of: 8)
    /// ... where images that correlate by so many hundredths show one: those of a zoom of 12.6 % do by 94 or more,
    /// those of 39 cuts by 77 or less.
    private static let zoomedCorrelation = 85.0

    /// The absolute differences of luma, summed over all cells; where hardly anything but the light of rows differs, those
    /// that are left without it.
    let lumaChange: Int
    private let isOfRowsAlone: Bool
    private let before: FrameThumbnail
    private let after: FrameThumbnail

    /// The difference of two frames.
    init(_ before: FrameThumbnail, _ after: FrameThumbnail) {
        (self.before, self.after) = (before, after)
        let rest = LumaLight.changeBesideRows(
            before.luma, after.luma, columns: FrameThumbnail.columns)
        isOfRowsAlone = rest != nil
        lumaChange =
            rest
            ?? zip(before.luma, after.luma).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }

    /// Whether the second frame shows neither the shapes of the first one, wherever the camera looks and whatever the
    /// light, nor, where they are alike, its colors in one light.
    var showsOtherScene: Bool {
        if isOfRowsAlone { return false }
        let lumas = [
            (before: before.luma, after: after.luma),
            LumaLight.equalized(before.luma, after.luma),
        ]
        func isUnlike(belowHundredths limit: Double) -> Bool {
            lumas.allSatisfy { Self.areUnlike($0, belowHundredths: limit) }
        }
        if isUnlike(belowHundredths: 75) { return !lumas.contains(where: Self.areZoomed) }
        func changedCells(_ before: [Int32], _ after: [Int32]) -> Int {
            zip(before, after).reduce(0) { $0 + abs(Int($1.0 - $1.1)) } / 2
        }
        let changedLuma = lumas.map {
            changedCells(Self.histogram($0.before), Self.histogram($0.after))
        }.min()
        let changed =
            (changedLuma ?? 0) + changedCells(before.chromaHistogram, after.chromaHistogram)
        return 100 * changed > 20 * 3 * FrameThumbnail.cellCount && isUnlike(belowHundredths: 90)
    }

    /// How many cells have each sixteenth of luma.
    private static func histogram(_ luma: [UInt8]) -> [Int32] {
        luma.reduce(into: [Int32](repeating: 0, count: 16)) { $0[Int($1) / 16] += 1 }
    }

    /// Whether one of two lumas shows the shapes of the other one magnified.
    private static func areZoomed(_ lumas: (before: [UInt8], after: [UInt8])) -> Bool {
        [(magnified(lumas.before), lumas.after), (lumas.before, magnified(lumas.after))].contains {
            !areUnlike($0, belowHundredths: zoomedCorrelation)
        }
    }

    /// Luma magnified around the middle.
    private static func magnified(_ luma: [UInt8]) -> [UInt8] {
        let (columns, rows) = (FrameThumbnail.columns, FrameThumbnail.rows)
        func source(_ cell: Int, of count: Int) -> Int {
            let distance = (2 * cell + 1 - count) * magnification.of / magnification.by
            return (count + distance) / 2
        }
        return (0..<rows).flatMap { row in
            let line = source(row, of: rows) * columns
            return (0..<columns).map { luma[line + source($0, of: columns)] }
        }
    }

    /// Whether lumas correlate by less than so many hundredths, however the frames are moved.
    private static func areUnlike(
        _ lumas: (before: [UInt8], after: [UInt8]), belowHundredths limit: Double
    ) -> Bool {
        let (columns, rows) = (reach.columns, reach.rows)
        for down in stride(from: -rows, through: rows, by: step) {
            for right in stride(from: -columns, through: columns, by: step)
            where !LumaCorrelation(
                lumas.before, lumas.after, columns: FrameThumbnail.columns, right: right, down: down
            ).isBelow(hundredths: limit) {
                return false
            }
        }
        return true
    }
}
